/** Reads the answer of a Foya hook: exit code first, then the JSON on stdout. */
import type { EventName } from '../../contract/names.js';
import type { DecodedAnswer, HookAnswer } from '../dialect.js';
import { describeExitCode } from '../exit-code.js';
import { firstJsonValue } from '../first-json-value.js';
import { cutText } from '../text-cut.js';
import { toDecodedAnswer } from './effects.js';
import { FOYA_EVENTS } from './events.js';
import { OUTPUT_BYTES } from './limits.js';
import { readHookOutput } from './output.js';

const DENY = 2;
const DENY_AND_HALT = 49;

/**
 * The exit codes 2 and 49 stand even when output passed the cap; what is on stdout then counts for nothing. Exit 0 reads the
 * first JSON value of stdout. Every other code is a crash.
 */
export function decodeAnswer(event: EventName, answer: HookAnswer): DecodedAnswer {
  const { exitCode, stderr } = answer;
  const said = stderr.text.trim();
  if (exitCode === DENY) return toDecodedAnswer(event, { decision: 'deny', reason: said || 'blocked by hook' });
  if (exitCode === DENY_AND_HALT) {
    return toDecodedAnswer(event, { decision: 'deny', halt: true, reason: said || 'turn halted by hook' });
  }
  if (exitCode !== 0) {
    const excerpt = said === '' ? '' : `: ${cutText(said, MAX_EXCERPT)}`;
    return { failure: { kind: 'crash', message: `Hook ${describeExitCode(exitCode)}${excerpt}` }, warnings: [] };
  }
  // What an observer writes counts for nothing, JSON or not.
  if (FOYA_EVENTS.get(event)?.kind === 'observer') return { verdict: {}, warnings: [] };
  return decodeOutput(event, answer);
}

const MAX_EXCERPT = 500;

function decodeOutput(event: EventName, { stdout, stderr }: HookAnswer): DecodedAnswer {
  if (stdout.truncated || stderr.truncated) {
    const stream = stdout.truncated ? `${stdout.bytes} bytes on stdout` : `${stderr.bytes} bytes on stderr`;
    return outputFailure(`Hook output exceeded ${OUTPUT_BYTES / 1024} KiB: ${stream}`);
  }
  const json = firstJsonValue(stdout.text);
  switch (json.kind) {
    case 'empty':
      return { verdict: {}, warnings: [] };
    case 'problem':
      return outputFailure(`Hook stdout was not JSON: ${looksLikeUtf16(stdout.text) ? UTF16_HINT : json.message}`);
    case 'value': {
      const output = readHookOutput(json.value);
      if (!output.ok) return outputFailure(output.message);
      const decoded = toDecodedAnswer(event, output.said);
      const after = json.rest === '' ? [] : [textAfterJson(json.rest)];
      const { invalidUpdate } = output;
      return {
        ...decoded,
        ...(invalidUpdate === undefined ? {} : { failure: { kind: 'output' as const, message: invalidUpdate } }),
        warnings: [...decoded.warnings, ...after],
      };
    }
  }
}

function outputFailure(message: string): DecodedAnswer {
  return { failure: { kind: 'output', message }, warnings: [] };
}

const UTF16_HINT = 'it looks like UTF-16, wanted UTF-8';

/** UTF-16 text of ASCII characters holds a NUL in every pair of bytes; JSON holds none. */
function looksLikeUtf16(text: string): boolean {
  return text.includes('\0');
}

function textAfterJson(rest: string): DecodedAnswer['warnings'][number] {
  return {
    code: 'text_after_json',
    message: `Hook wrote text after its JSON, which was not read: ${JSON.stringify(cutText(rest, 80))}`,
  };
}
