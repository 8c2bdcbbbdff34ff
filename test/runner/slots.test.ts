import { expect, test } from 'vitest';
import { Slots } from '#hookcell/runner/slots.js';

const NEVER = new AbortController().signal;
const LIMITS = { running: 2, queued: 2, queueTimeoutMs: 60_000, keepAlive: true };

test('Slots admits as many as may run, then in order of arrival', async () => {
  const slots = new Slots(LIMITS);
  const order: string[] = [];
  const [first, second] = [await slots.acquire(NEVER), await slots.acquire(NEVER)];
  const wait = async (name: string) => {
    const slot = await slots.acquire(NEVER);
    order.push(name);
    return slot;
  };
  const third = wait('third');
  const fourth = wait('fourth');
  if (!first.ok || !second.ok) throw new Error('Not admitted');
  first.release();
  first.release();
  const admitted = await third;
  expect(order).toEqual(['third']);
  second.release();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
  expect(admitted.queuedMs).toBeGreaterThanOrEqual(0);
});

test('Slots refuses one more than may wait, at once and with the numbers', async () => {
  const slots = new Slots({ ...LIMITS, running: 1, queued: 1 });
  await slots.acquire(NEVER);
  void slots.acquire(NEVER);
  expect(await slots.acquire(NEVER)).toMatchObject({
    ok: false,
    cause: 'queue_full',
    message: 'Queue is full: 1 hooks run and 1 wait',
  });
});

test('Slots lets nobody wait longer than the limit', async () => {
  const slots = new Slots({ ...LIMITS, running: 1, queueTimeoutMs: 20 });
  const first = await slots.acquire(NEVER);
  expect(await slots.acquire(NEVER)).toMatchObject({
    ok: false,
    cause: 'queue_timeout',
    message: 'Waited 20 ms for a place',
  });
  if (first.ok) first.release();
  expect(await slots.acquire(NEVER)).toMatchObject({ ok: true });
});

test('Slots lets an aborted waiter go and gives its turn to the next', async () => {
  const slots = new Slots({ ...LIMITS, running: 1 });
  const first = await slots.acquire(NEVER);
  const controller = new AbortController();
  const second = slots.acquire(controller.signal);
  const third = slots.acquire(NEVER);
  controller.abort();
  expect(await second).toMatchObject({ ok: false, cause: 'aborted' });
  if (first.ok) first.release();
  expect(await third).toMatchObject({ ok: true });
  expect(await slots.acquire(controller.signal)).toMatchObject({ ok: false, cause: 'aborted' });
});
