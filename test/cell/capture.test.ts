import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamCapture } from '#hookcell/cell/capture.js';
import { wholeCharactersAtEnd, wholeCharactersAtStart } from '#hookcell/cell/utf8-cut.js';

/** Splits bytes at the given places, in order. */
function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

const textAndCuts = fc.tuple(fc.string({ unit: 'binary', maxLength: 60 }), fc.array(fc.nat(), { maxLength: 8 }));

test('StreamCapture gives back text that fits, however it was cut into chunks', () => {
  fc.assert(
    fc.property(textAndCuts, ([text, cuts]) => {
      const bytes = Buffer.from(text);
      const capture = new StreamCapture(bytes.length);
      for (const chunk of split(bytes, cuts)) capture.push(chunk);
      expect(capture.finish()).toEqual({
        text: bytes.toString(),
        bytes: bytes.length,
        droppedBytes: 0,
        truncated: false,
        validUtf8: true,
      });
    }),
  );
});

test('StreamCapture keeps head and tail of what does not fit and counts the rest, on character boundaries', () => {
  fc.assert(
    fc.property(textAndCuts, fc.nat({ max: 40 }), ([text, cuts], cap) => {
      const bytes = Buffer.from(text);
      fc.pre(bytes.length > cap);
      const capture = new StreamCapture(cap);
      for (const chunk of split(bytes, cuts)) capture.push(chunk);
      const { text: kept, bytes: total, droppedBytes, truncated, validUtf8 } = capture.finish();
      const note = `\n[${droppedBytes} bytes dropped]\n`;
      const at = kept.indexOf(note);
      const [head, tail] = [kept.slice(0, at), kept.slice(at + note.length)];
      expect({ total, truncated, validUtf8 }).toEqual({ total: bytes.length, truncated: true, validUtf8: true });
      expect(bytes.toString().startsWith(head) && bytes.toString().endsWith(tail)).toBe(true);
      const keptBytes = Buffer.byteLength(head) + Buffer.byteLength(tail);
      expect(keptBytes).toBe(bytes.length - droppedBytes);
      expect(keptBytes).toBeLessThanOrEqual(cap);
      // No more than a broken character at each side of the cut is lost besides.
      expect(keptBytes).toBeGreaterThanOrEqual(cap - 6);
    }),
  );
});

test('StreamCapture replaces bytes that are no UTF-8 and says so', () => {
  const capture = new StreamCapture(100);
  capture.push(Buffer.from([0x61, 0xff, 0xfe, 0x62]));
  expect(capture.finish()).toMatchObject({ text: 'a\ufffd\ufffdb', bytes: 4, validUtf8: false, truncated: false });
});

test('StreamCapture with a cap of 0 keeps nothing and counts everything', () => {
  const capture = new StreamCapture(0);
  capture.push(Buffer.from('abc'));
  expect(capture.finish()).toMatchObject({ bytes: 3, droppedBytes: 3, truncated: true });
});

test('wholeCharactersAtEnd and wholeCharactersAtStart lose less than a character and never break one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.nat(), (text, place) => {
      const bytes = Buffer.from(text);
      const whole = bytes.toString();
      const cut = place % (bytes.length + 1);
      const head = wholeCharactersAtEnd(bytes.subarray(0, cut));
      const tail = wholeCharactersAtStart(bytes.subarray(cut));
      expect(whole.startsWith(head.toString())).toBe(true);
      expect(whole.endsWith(tail.toString())).toBe(true);
      expect(cut - head.length).toBeLessThan(4);
      expect(bytes.length - cut - tail.length).toBeLessThan(4);
    }),
  );
});
