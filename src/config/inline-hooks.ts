/** Hooks given in code: checked against their dialect, defaults filled in. */
import { describeValue } from '../contract/describe-value.js';
import { HookcellError } from '../contract/errors.js';
import type { HookDefinition, HookInput } from '../contract/hook.js';
import { didYouMean } from '../contract/nearest-name.js';
import type { Dialect } from '../dialects/dialect.js';
import { notSupported, refuseUnsupportedIsolation, refuseUnsupportedLimits } from './supported.js';

/**
 * `dialects` are the loaded ones; the first is the default. A hook's time is `timeoutMs` or `limits.timeoutMs`, never both,
 * and within the dialect's range; else the dialect's default.
 *
 * @throws HookcellError `HOOKCELL_OPTION_INVALID` (event, matcher, timeout, dialect), `HOOKCELL_NOT_SUPPORTED` (handler,
 * limits, isolation), naming the option as `hooks[3].event`
 */
export function defineInlineHooks(inputs: readonly HookInput[], dialects: readonly Dialect[]): HookDefinition[] {
  return inputs.map((input, index) => {
    const path = `hooks[${index}]`;
    const dialect = dialectOf(input, path, dialects);
    const { handler } = input;
    if (handler.type !== 'command') throw notSupported(`"${path}.handler.type": "${handler.type}"`);
    refuseUnsupportedLimits(`${path}.limits`, input.limits);
    refuseUnsupportedIsolation(`${path}.isolation`, input.isolation);
    const observer = rulesOf(input, path, dialect).kind === 'observer';
    const matcher = matcherOf(input, path, dialect);
    return {
      id: input.id ?? `${dialect.name}:inline:${index}`,
      ...(input.name === undefined ? {} : { name: input.name }),
      dialect: dialect.name,
      source: { scope: 'inline' },
      event: input.event,
      handler,
      matcher,
      timeoutMs: timeoutOf(input, path, dialect),
      background: observer || (input.background ?? false),
      enabled: input.enabled ?? true,
      limits: input.limits ?? {},
      isolation: input.isolation ?? {},
      failure: input.failure ?? {},
      ...(input.descendants === undefined ? {} : { descendants: input.descendants }),
    };
  });
}

function dialectOf(input: HookInput, path: string, dialects: readonly Dialect[]): Dialect {
  const dialect =
    input.dialect === undefined ? dialects[0] : dialects.find((candidate) => candidate.name === input.dialect);
  if (dialect !== undefined) return dialect;
  const loaded = dialects.map((candidate) => candidate.name).join(', ');
  throw invalid(`${path}.dialect`, `one of the loaded dialects (${loaded})`, describeValue(input.dialect));
}

function rulesOf(input: HookInput, path: string, dialect: Dialect) {
  const rules = dialect.events.get(input.event);
  if (rules !== undefined) return rules;
  const names = [...dialect.events.keys()];
  const got = `${describeValue(input.event)}${didYouMean(input.event, names)}`;
  throw invalid(`${path}.event`, `one of ${names.join(', ')}`, got);
}

function matcherOf(input: HookInput, path: string, dialect: Dialect): string {
  const pattern = input.matcher ?? '';
  const compiled = dialect.compileMatcher(pattern);
  if (compiled.ok) return pattern;
  throw invalid(`${path}.matcher`, `a pattern of ${dialect.name}`, `${describeValue(pattern)}: ${compiled.message}`);
}

function timeoutOf(input: HookInput, path: string, dialect: Dialect): number {
  if (input.timeoutMs !== undefined && input.limits?.timeoutMs !== undefined) {
    const message = `Option "${path}.timeoutMs" cannot stand beside "${path}.limits.timeoutMs": wanted one of them, got both`;
    throw new HookcellError('HOOKCELL_OPTION_INVALID', message);
  }
  const [option, value] =
    input.timeoutMs === undefined
      ? ['limits.timeoutMs', input.limits?.timeoutMs]
      : (['timeoutMs', input.timeoutMs] as const);
  if (value === undefined) return dialect.limits.timeoutMs;
  const { minMs, maxMs } = dialect.timeoutRange;
  if (value >= minMs && value <= maxMs) return value;
  throw invalid(`${path}.${option}`, `a whole number from ${minMs} to ${maxMs}`, describeValue(value));
}

function invalid(option: string, wanted: string, got: string): HookcellError {
  return new HookcellError('HOOKCELL_OPTION_INVALID', `Option "${option}": wanted ${wanted}, got ${got}`);
}
