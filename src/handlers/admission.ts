/** Whether a request can be started at all; found here, before it costs anything. */
import type { GuaranteeReport } from '../contract/guarantees.js';
import type { GuaranteeName } from '../contract/names.js';
import type { NotStartedCause } from '../contract/run-report.js';
import type { RunRequest } from '../supervisor/protocol.js';

export interface Refusal {
  readonly cause: NotStartedCause;
  readonly message: string;
}

/** `required`: the guarantees that must be enforced for this run. */
export function refusalOf(
  request: RunRequest,
  required: readonly GuaranteeName[],
  guarantees: GuaranteeReport,
): Refusal | undefined {
  return missingGuarantee(required, guarantees) ?? nulByte(request) ?? oversizedPayload(request);
}

function missingGuarantee(required: readonly GuaranteeName[], guarantees: GuaranteeReport): Refusal | undefined {
  const missing = required.filter((name) => guarantees[name].level !== 'enforced');
  if (missing.length === 0) return undefined;
  const details = missing.map(
    (name) => `${name} is ${guarantees[name].level} (${guarantees[name].why ?? 'no reason known'})`,
  );
  return { cause: 'isolation_unavailable', message: `Required but not enforced here: ${details.join('; ')}` };
}

/** A string of the operating system ends at the first NUL byte: what follows would be lost, silently. */
function nulByte({ commandLine, cwd, environment }: RunRequest): Refusal | undefined {
  const texts = commandLine.kind === 'shell' ? [commandLine.text] : commandLine.argv;
  const variables = Object.entries(environment).flat();
  const where = [
    texts.some(hasNul) ? 'command' : undefined,
    hasNul(cwd) ? 'working directory' : undefined,
    variables.some(hasNul) ? 'environment' : undefined,
  ].find((place) => place !== undefined);
  return where === undefined ? undefined : { cause: 'nul_byte', message: `The ${where} holds a NUL byte` };
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

function oversizedPayload({ stdin, limits }: RunRequest): Refusal | undefined {
  // A UTF-16 code unit is at most three bytes of UTF-8: most payloads need no count.
  if (stdin.length * 3 <= limits.stdinBytes) return undefined;
  const bytes = Buffer.byteLength(stdin);
  if (bytes <= limits.stdinBytes) return undefined;
  return {
    cause: 'stdin_too_large',
    message: `The payload has ${bytes} bytes: wanted at most ${limits.stdinBytes} (limits.stdinBytes)`,
  };
}
