import { describe, expect, test } from 'vitest';
import { callbackSink } from '#hookcell/audit/callback.js';
import { AuditTrail } from '#hookcell/audit/sinks.js';
import type { AuditRecord, AuditSink } from '#hookcell/contract/audit-record.js';
import { fakeRecord } from '../support/fake-record.js';

describe('AuditTrail', () => {
  test('gives every sink every record in order, the next one when the last is written', async () => {
    const { failures, onFailure } = listener();
    const steps: string[][] = [[], []];
    const sinks = steps.map((own) =>
      callbackSink(async (record) => {
        own.push(`begin ${idOf(record)}`);
        await Promise.resolve();
        own.push(`end ${idOf(record)}`);
      }),
    );
    const trail = new AuditTrail(sinks, onFailure);
    for (const id of ['1', '2', '3']) trail.write(fakeRecord({ hookId: id }));
    await trail.close();
    const inOrder = ['1', '2', '3'].flatMap((id) => [`begin ${id}`, `end ${id}`]);
    expect(steps).toEqual([inOrder, inOrder]);
    expect(failures).toEqual([]);
  });

  test('tells each failed write, thrown or rejected, and goes on with the next record', async () => {
    const { failures, onFailure } = listener();
    const taken: string[] = [];
    const sink = callbackSink((record) => {
      if (idOf(record) === '1') throw new Error('thrown');
      if (idOf(record) === '2') return Promise.reject(new Error('rejected'));
      taken.push(idOf(record));
      return undefined;
    });
    const trail = new AuditTrail([sink], onFailure);
    for (const id of ['1', '2', '3']) trail.write(fakeRecord({ hookId: id }));
    await trail.close();
    expect(failures).toEqual([
      'Audit sink 1: Could not write a record: thrown',
      'Audit sink 1: Could not write a record: rejected',
    ]);
    expect(taken).toEqual(['3']);
  });

  test('survives a listener that throws', async () => {
    const trail = new AuditTrail([{ write: () => Promise.reject(new Error('no')) }], () => {
      throw new Error('listener');
    });
    trail.write(fakeRecord());
    await expect(trail.close()).resolves.toBeUndefined();
  });

  test('never lets a stuck sink hold up another, nor the writer', async () => {
    const taken: string[] = [];
    const trail = new AuditTrail(
      [stuckSink(), callbackSink((record) => void taken.push(idOf(record)))],
      () => undefined,
      { flushMs: 1 },
    );
    for (const id of ['1', '2']) trail.write(fakeRecord({ hookId: id }));
    await trail.close();
    expect(taken).toEqual(['1', '2']);
  });

  test('drops what is over the backlog and tells it once', () => {
    const { failures, onFailure } = listener();
    const trail = new AuditTrail([stuckSink()], onFailure, { backlog: 2 });
    // One is being written, two wait, three are too many.
    for (let index = 0; index < 6; index += 1) trail.write(fakeRecord());
    expect(failures).toEqual(['Audit sink 1: Drops records: it has 2 waiting']);
  });

  test('has a backlog of 10 000 by default', () => {
    const { failures, onFailure } = listener();
    const trail = new AuditTrail([stuckSink()], onFailure);
    for (let index = 0; index < 10_001; index += 1) trail.write(fakeRecord());
    expect(failures).toEqual([]);
    trail.write(fakeRecord());
    expect(failures).toEqual(['Audit sink 1: Drops records: it has 10000 waiting']);
  });

  test('keeps order when a sink writes to its own trail', async () => {
    const taken: string[] = [];
    const trail: AuditTrail = new AuditTrail(
      [
        callbackSink((record) => {
          if (idOf(record) === '1') trail.write(fakeRecord({ hookId: 'inner' }));
          taken.push(idOf(record));
        }),
      ],
      () => undefined,
    );
    trail.write(fakeRecord({ hookId: '1' }));
    trail.write(fakeRecord({ hookId: '2' }));
    await trail.close();
    expect(taken).toEqual(['1', 'inner', '2']);
  });
});

describe('AuditTrail.close', () => {
  test('closes each sink once, after its last record, however often it is called', async () => {
    const steps: string[] = [];
    const sink: AuditSink = {
      write: async (record) => {
        await Promise.resolve();
        steps.push(idOf(record));
      },
      close: () => void steps.push('close'),
    };
    const trail = new AuditTrail([sink], () => undefined);
    trail.write(fakeRecord({ hookId: '1' }));
    trail.write(fakeRecord({ hookId: '2' }));
    await Promise.all([trail.close(), trail.close()]);
    await trail.close();
    expect(steps).toEqual(['1', '2', 'close']);
  });

  test('gives up on a sink that never finishes a write, says what is lost, and still closes it', async () => {
    const { failures, onFailure } = listener();
    const closed: string[] = [];
    const sink = { ...stuckSink(), close: () => void closed.push('close') };
    const trail = new AuditTrail([sink], onFailure, { flushMs: 1 });
    for (let index = 0; index < 3; index += 1) trail.write(fakeRecord());
    await trail.close();
    expect(closed).toEqual(['close']);
    expect(failures).toEqual(['Audit sink 1: Is still writing after 1 ms: 2 waiting records are dropped']);
  });

  test('gives up on a sink that never closes', async () => {
    const { failures, onFailure } = listener();
    const sink: AuditSink = { write: () => undefined, close: () => new Promise(() => undefined) };
    await new AuditTrail([sink], onFailure, { flushMs: 1 }).close();
    expect(failures).toEqual(['Audit sink 1: Did not close within 1 ms']);
  });

  test('tells a failing close and never rejects', async () => {
    const { failures, onFailure } = listener();
    const sink: AuditSink = {
      write: () => undefined,
      close: () => {
        throw new Error('no');
      },
    };
    await new AuditTrail([sink], onFailure).close();
    expect(failures).toEqual(['Audit sink 1: Could not close: no']);
  });

  test('drops records that come later', async () => {
    const { failures, onFailure } = listener();
    const taken: AuditRecord[] = [];
    const trail = new AuditTrail([callbackSink((record) => void taken.push(record))], onFailure);
    await trail.close();
    trail.write(fakeRecord());
    trail.write(fakeRecord());
    expect(taken).toEqual([]);
    expect(failures).toEqual(['Audit sink 1: Drops records: it is closed']);
  });
});

function stuckSink(): AuditSink {
  return { write: () => new Promise(() => undefined) };
}

function listener() {
  const failures: string[] = [];
  return { failures, onFailure: (message: string) => void failures.push(message) };
}

function idOf(record: AuditRecord): string {
  return record.type === 'hook_completed' ? record.hookId : record.type;
}
