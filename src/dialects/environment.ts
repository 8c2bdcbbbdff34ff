/** Which of the kernel's environment variables reach a hook. Pure: the environment comes in and goes out as data. */

export interface EnvironmentRules {
  /** The dialect's own rule, asked with the upper-cased name. */
  readonly withholds: (upperCaseName: string) => boolean;
  /** Names brought back although a rule withholds them. Case is ignored. */
  readonly allow?: readonly string[] | undefined;
  /** Names withheld besides; stronger than `allow`. Case is ignored. */
  readonly deny?: readonly string[] | undefined;
  /** Variables that are set whatever is inherited; not filtered. */
  readonly set?: Readonly<Record<string, string>> | undefined;
  /** Windows: names that differ in case alone are one variable. Default false. */
  readonly caseInsensitive?: boolean | undefined;
}

export interface FilteredEnvironment {
  readonly environment: Record<string, string>;
  /** Names withheld, sorted. */
  readonly withheld: string[];
  /** Names left out because no program can be given a variable of that size, sorted. */
  readonly tooLarge: string[];
}

/**
 * Filters an inherited environment. Withheld for every dialect: variables that inject code into shells, Node or the dynamic
 * loader, that point git at another repository, or that are hookcell's own; and names that look like secrets.
 */
export function filterEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  rules: EnvironmentRules,
): FilteredEnvironment {
  const key = (name: string) => (rules.caseInsensitive ? name.toUpperCase() : name);
  const allowed = new Set((rules.allow ?? []).map((name) => name.toUpperCase()));
  const denied = new Set((rules.deny ?? []).map((name) => name.toUpperCase()));
  const kept = new Map<string, { name: string; value: string }>();
  const withheld: string[] = [];
  for (const name of Object.keys(inherited).sort()) {
    const value = inherited[name];
    if (value === undefined) continue;
    const upper = name.toUpperCase();
    const refused = denied.has(upper) || (!allowed.has(upper) && isWithheld(name, upper, rules));
    if (refused) withheld.push(name);
    // Of names that differ in case alone Windows takes the first in sorted order.
    else if (!kept.has(key(name))) kept.set(key(name), { name, value });
  }
  for (const [name, value] of Object.entries(rules.set ?? {})) kept.set(key(name), { name, value });
  return { ...withoutOversized([...kept.values()]), withheld };
}

/** Linux refuses a program any single string of 128 KiB or more: https://man7.org/linux/man-pages/man2/execve.2.html */
const MAX_VARIABLE_BYTES = 131_072;

function withoutOversized(
  variables: readonly { name: string; value: string }[],
): Pick<FilteredEnvironment, 'environment' | 'tooLarge'> {
  const fits = variables.filter((variable) => byteLength(variable) < MAX_VARIABLE_BYTES);
  return {
    // `fromEntries` defines own properties, so that a variable called `__proto__` is a variable.
    environment: Object.fromEntries(fits.map(({ name, value }) => [name, value])),
    tooLarge: variables
      .filter((variable) => byteLength(variable) >= MAX_VARIABLE_BYTES)
      .map(({ name }) => name)
      .sort(),
  };
}

/** Bytes of `NAME=value` with its closing NUL. */
function byteLength({ name, value }: { name: string; value: string }): number {
  const text = `${name}=${value}\0`;
  // A UTF-16 unit becomes three bytes at most: short text need not be encoded to know that it fits.
  return text.length * 3 < MAX_VARIABLE_BYTES ? text.length : new TextEncoder().encode(text).length;
}

const INJECTING = new Set([
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'BASH_ENV',
  'ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'GIT_DIR',
  'GIT_INDEX_FILE',
  'GIT_WORK_TREE',
]);
const INJECTING_PREFIXES = ['NODE_CHANNEL_', 'BASH_FUNC_', 'HOOKCELL_'];

const SECRET_PARTS = [
  'API_KEY',
  'SECRET',
  'TOKEN',
  'PASSWORD',
  'PASSWD',
  'CREDENTIAL',
  'PRIVATE_KEY',
  'ACCESS_KEY',
  'AUTH_KEY',
];

function isWithheld(name: string, upper: string, rules: EnvironmentRules): boolean {
  // Programs look these up by exact name, so that case counts where the system lets it count.
  const exact = rules.caseInsensitive ? upper : name;
  if (INJECTING.has(exact) || INJECTING_PREFIXES.some((prefix) => exact.startsWith(prefix))) return true;
  return isSecretName(upper) || rules.withholds(upper);
}

function isSecretName(upper: string): boolean {
  if (SECRET_PARTS.some((part) => upper.includes(part))) return true;
  return upper === 'LANGFUSE_AUTH' || isOtlpHeaders(upper);
}

/** `OTEL_EXPORTER_OTLP_HEADERS` and its kin for traces, metrics and logs carry credentials. */
function isOtlpHeaders(upperCaseName: string): boolean {
  return upperCaseName.startsWith('OTEL_EXPORTER_OTLP_') && upperCaseName.endsWith('HEADERS');
}
