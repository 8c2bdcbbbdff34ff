/** The limits that `exec` takes as options: one table for the help page, the check and the library's keys. */
import type { Limits } from '../contract/limits.js';
import { type NumberRange, wholeNumber } from './option-values.js';

export interface LimitOption extends NumberRange {
  /** Commander's name of the value, from the flag: `--open-files` is `openFiles`. */
  readonly property: string;
  readonly flag: string;
  readonly argument: string;
  readonly key: keyof Limits;
  readonly help: string;
  /** Whether the library refuses it as not supported yet. */
  readonly later?: true;
}

const DAY_MS = 86_400_000;
const TEBIBYTE = 2 ** 40;
const STREAM_BYTES = 64 * 2 ** 20;
const MANY = Number.MAX_SAFE_INTEGER;

const time = { argument: '<ms>', unit: 'milliseconds' } as const;
const size = { argument: '<bytes>', unit: 'bytes', min: 0, max: TEBIBYTE } as const;
const count = { argument: '<n>', max: MANY } as const;

/** Ranges are those of the contract's `limitsSchema`; a test keeps them equal, so that `exec` need not load it. */
export const LIMIT_OPTIONS: readonly LimitOption[] = [
  {
    ...time,
    property: 'timeout',
    flag: '--timeout',
    key: 'timeoutMs',
    min: 1,
    max: DAY_MS,
    help: 'deadline in ms, at most 24 h (default: 30000)',
  },
  {
    ...time,
    property: 'grace',
    flag: '--grace',
    key: 'graceMs',
    min: 0,
    max: DAY_MS,
    help: 'ms between SIGTERM and SIGKILL; 0 kills at once (default: 2000)',
  },
  {
    ...size,
    property: 'stdout',
    flag: '--stdout',
    key: 'stdoutBytes',
    max: STREAM_BYTES,
    help: 'bytes of stdout kept for --json, at most 64 MiB; a stream is never cut (default: 1048576)',
  },
  {
    ...size,
    property: 'stderr',
    flag: '--stderr',
    key: 'stderrBytes',
    max: STREAM_BYTES,
    help: 'the same for stderr (default: 1048576)',
  },
  {
    ...size,
    property: 'memory',
    flag: '--memory',
    key: 'memoryBytes',
    later: true,
    help: 'memory of the whole tree in bytes; not supported yet',
  },
  {
    ...count,
    property: 'processes',
    flag: '--processes',
    key: 'processes',
    min: 1,
    later: true,
    help: 'processes in the tree; not supported yet',
  },
  {
    ...time,
    property: 'cpu',
    flag: '--cpu',
    key: 'cpuMs',
    min: 1,
    max: MANY,
    later: true,
    help: 'CPU time in ms; not supported yet',
  },
  {
    ...count,
    property: 'openFiles',
    flag: '--open-files',
    key: 'openFiles',
    min: 3,
    later: true,
    help: 'open files of each process; not supported yet',
  },
  {
    ...size,
    property: 'fileSize',
    flag: '--file-size',
    key: 'fileSizeBytes',
    later: true,
    help: 'bytes of each written file; not supported yet',
  },
];

/** The limits that were given. @throws UsageError */
export function limitsFrom(options: Readonly<Record<string, unknown>>): Limits {
  const given = LIMIT_OPTIONS.flatMap((limit) => {
    const text = options[limit.property];
    return typeof text === 'string' ? [[limit.key, wholeNumber(limit.flag, text, limit)] as const] : [];
  });
  return Object.fromEntries(given);
}
