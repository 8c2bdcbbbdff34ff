import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROTOCOL_VERSION, readFromSupervisor, readToSupervisor } from '#hookcell/supervisor/protocol.js';

const V = PROTOCOL_VERSION;

test('the protocol hands on every message of its own, as JSON carries it', () => {
  const message = fc.oneof(
    fc.record({ v: fc.constant(V), type: fc.constant('run'), request: fc.jsonValue() }),
    fc.record({ v: fc.constant(V), type: fc.constant('abort'), runId: fc.string(), graceMs: fc.nat() }),
    fc.record({ v: fc.constant(V), type: fc.constant('ping') }),
  );
  fc.assert(
    fc.property(message, (sent) => {
      const received = JSON.parse(JSON.stringify(sent));
      expect(readToSupervisor(received)).toEqual(received);
      expect(readFromSupervisor(received)).toBeUndefined();
    }),
  );
});

test('the protocol takes nothing else for a message, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      fc.pre((value as { v?: unknown } | null | undefined)?.v !== V);
      expect(readToSupervisor(value)).toBeUndefined();
      expect(readFromSupervisor(value)).toBeUndefined();
    }),
  );
});

test.each([
  [{ v: V + 1, type: 'ping' }],
  [{ v: V, type: 'quit' }],
  [{ v: V, type: 'constructor' }],
  [{ v: V, type: 7 }],
  [{ type: 'ping' }],
])('the protocol refuses %j', (message) => {
  expect(readToSupervisor(message)).toBeUndefined();
});
