/** Checks the event a kernel hands in and fills in what it left out. The only place that asks the clock for its time. */
import { randomBytes } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { parseEvent } from '../config/parse-options.js';
import { HookcellError } from '../contract/errors.js';
import type { ResolvedEvent } from '../contract/event.js';
import { suggestKnown } from '../contract/nearest-name.js';
import type { Dialect } from '../dialects/dialect.js';

/** @throws HookcellError `HOOKCELL_EVENT_INVALID`, `HOOKCELL_EVENT_UNKNOWN` */
export function resolveEvent(event: unknown, project: string, dialects: Iterable<Dialect>): ResolvedEvent {
  const parsed = parseEvent(event);
  refuseUnknownName(parsed.name, dialects);
  const cwd = parsed.cwd ?? project;
  if (!isAbsolute(cwd)) {
    throw new HookcellError(
      'HOOKCELL_EVENT_INVALID',
      `Event field "cwd": wanted an absolute path, got ${JSON.stringify(cwd)}`,
    );
  }
  return {
    ...parsed,
    eventId: parsed.eventId ?? randomBytes(12).toString('hex'),
    occurredAt: parsed.occurredAt ?? new Date().toISOString(),
    cwd,
    project,
  };
}

function refuseUnknownName(name: string, dialects: Iterable<Dialect>): void {
  const loaded = [...dialects];
  if (loaded.some((dialect) => dialect.events.has(name))) return;
  const known = [...new Set(loaded.flatMap((dialect) => [...dialect.events.keys()]))];
  const names = loaded.map((dialect) => dialect.name).join(', ');
  throw new HookcellError(
    'HOOKCELL_EVENT_UNKNOWN',
    `Unknown event "${name}"${suggestKnown(name, `events of ${names}`, known)}`,
  );
}
