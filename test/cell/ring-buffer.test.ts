import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RingBuffer } from '#hookcell/cell/ring-buffer.js';

test('RingBuffer keeps exactly the last bytes, whatever the chunks', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.nat({ max: 64 }), chunks, (capacity, pushed) => {
      const ring = new RingBuffer(capacity);
      for (const chunk of pushed) ring.push(chunk);
      const all = Buffer.concat(pushed);
      const expected = capacity === 0 ? Buffer.alloc(0) : all.subarray(-Math.min(capacity, all.length || 1));
      expect(ring.toBuffer()).toEqual(all.length === 0 ? Buffer.alloc(0) : Buffer.from(expected));
      expect(ring.length).toBe(Math.min(capacity, all.length));
    }),
  );
});

test('RingBuffer.toBuffer gives a copy that later chunks do not change', () => {
  const ring = new RingBuffer(4);
  ring.push(Buffer.from('abcd'));
  const before = ring.toBuffer();
  ring.push(Buffer.from('ef'));
  expect(before.toString()).toBe('abcd');
  expect(ring.toBuffer().toString()).toBe('cdef');
});
