/** The Foya dialect: its tables put together with its reading and writing of files, payloads and answers. */
import type { Dialect } from '../dialect.js';
import { compileGoRegex } from '../go-regex.js';
import { decodeAnswer } from './decode.js';
import { encodeEvent } from './encode.js';
import { FOYA_EVENTS } from './events.js';
import { FOYA_FILES } from './files.js';
import { FOYA_FAILURE, FOYA_LIMITS, FOYA_TIMEOUT_RANGE } from './limits.js';
import { matchTarget } from './match-target.js';
import { parseHookFile } from './parse.js';

export const foya: Dialect = {
  name: 'foya',
  events: FOYA_EVENTS,
  limits: FOYA_LIMITS,
  timeoutRange: FOYA_TIMEOUT_RANGE,
  failure: FOYA_FAILURE,
  // Foya's own patterns are a part of what is withheld for every dialect, see ../environment.ts.
  withholds: () => false,
  underTrust: ['project'],
  files: FOYA_FILES,
  parse: parseHookFile,
  compileMatcher: compileGoRegex,
  matchTarget,
  // Config order, one after the other: a rewrite feeds the next hook.
  schedule: () => 'serial',
  encode: encodeEvent,
  decode: decodeAnswer,
};
