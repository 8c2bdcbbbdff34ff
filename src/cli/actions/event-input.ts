/** The event that `run` and `explain` work on, from the EVENT argument and `--payload`. */
import type { HookEvent } from '../../contract/event.js';
import type { CliHost } from '../host.js';
import { eventFromPayload, MAX_PAYLOAD_BYTES } from '../payload.js';
import { readInput } from '../read-input.js';
import { UsageError } from '../usage-error.js';

/** @throws UsageError */
export async function readEvent(
  name: string,
  payload: string | undefined,
  host: CliHost,
  signal: AbortSignal,
): Promise<HookEvent> {
  const text =
    payload === undefined
      ? '{}'
      : await readInput({ from: payload, label: 'Payload', maxBytes: MAX_PAYLOAD_BYTES, signal }, host);
  if (payload === '-' && text.trim() === '') {
    throw new UsageError('Payload: stdin was empty; leave out --payload for {}');
  }
  return eventFromPayload(text, name, host.cwd);
}
