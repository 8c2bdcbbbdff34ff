import { expect, test } from 'vitest';
import { waitUntil } from './wait-until.js';

test('waitUntil resolves with the first answer that is there', async () => {
  let asked = 0;
  expect(await waitUntil(() => (++asked === 3 ? 0 : undefined), { everyMs: 1 })).toBe(0);
  expect(asked).toBe(3);
});

test('waitUntil gives up at its bound and names what it waited for', async () => {
  await expect(waitUntil(() => false, { timeoutMs: 20, what: 'the moon' })).rejects.toThrow(
    'Waited 20 ms in vain for the moon',
  );
});
