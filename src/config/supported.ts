/** Refuses what has a name but does not work in this version: never ignored, always said. */
import { HookcellError } from '../contract/errors.js';
import type { IsolationOptions } from '../contract/hook.js';
import { type Limits, SUPPORTED_LIMITS } from '../contract/limits.js';

/**
 * `path` names the option for the message: `limits`, `hooks[0].limits`.
 *
 * @throws HookcellError `HOOKCELL_NOT_SUPPORTED` for a limit that is set and not enforced
 */
export function refuseUnsupportedLimits(path: string, limits: Limits | undefined): void {
  const supported: readonly string[] = SUPPORTED_LIMITS;
  for (const [name, value] of Object.entries(limits ?? {})) {
    if (value !== undefined && !supported.includes(name)) throw notSupported(`"${path}.${name}"`);
  }
}

/**
 * `path` names the option for the message: `isolation`, `hooks[0].isolation`.
 *
 * @throws HookcellError `HOOKCELL_NOT_SUPPORTED` for a profile other than `contained`, and for grants
 */
export function refuseUnsupportedIsolation(path: string, isolation: IsolationOptions | undefined): void {
  const { profile, filesystem, network } = isolation ?? {};
  if (profile !== undefined && profile !== 'contained') throw notSupported(`"${path}.profile": "${profile}"`);
  if (filesystem !== undefined) throw notSupported(`"${path}.filesystem"`);
  if (network !== undefined) throw notSupported(`"${path}.network"`);
}

/** `what` is quoted already: `"hooks[0].handler.type": "http"`. */
export function notSupported(what: string): HookcellError {
  return new HookcellError('HOOKCELL_NOT_SUPPORTED', `Option ${what} is not supported yet`);
}
