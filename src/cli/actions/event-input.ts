/** The event that `run` and `explain` work on, from the EVENT argument and `--payload`. */
import type { HookEvent } from '../../contract/event.js';
import type { CliHost } from '../host.js';
import { MAX_PAYLOAD_BYTES, parsePayload } from '../payload.js';
import { readInput } from '../read-input.js';

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
  return parsePayload(text, name, host.cwd);
}
