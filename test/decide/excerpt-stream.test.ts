import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptStream } from '#hookcell/decide/excerpt-stream.js';
import { fakeStream } from '../support/fake-report.js';

describe('excerptStream', () => {
  test.each(['', 'short', 'x'.repeat(8192), 'é'.repeat(4096), '\uFEFFmark'])('leaves alone what fits', (text) => {
    const stream = fakeStream(text);
    expect(excerptStream(stream)).toBe(stream);
  });

  test('keeps 4 KiB of head and of tail and says what is left out', () => {
    const text = `${'h'.repeat(4096)}123${'t'.repeat(4096)}`;
    const stream = fakeStream(text);
    const cut = excerptStream(stream);
    expect(cut.text).toBe(`${'h'.repeat(4096)}\n[3 bytes left out]\n${'t'.repeat(4096)}`);
    expect(cut).toMatchObject({ bytes: 8195, droppedBytes: 0, truncated: false });
    expect(stream.text).toBe(text);
  });

  test('keeps a byte order mark at the head', () => {
    const cut = excerptStream(fakeStream(`\uFEFF${'x'.repeat(9000)}`));
    expect(cut.text.startsWith('\uFEFFx')).toBe(true);
  });

  test('cuts on code-point boundaries and counts every byte, whatever the text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '漢', '😀'), { minLength: 1, maxLength: 40 })
      .chain((parts) => fc.integer({ min: 1, max: 400 }).map((times) => parts.join('').repeat(times)));
    fc.assert(
      fc.property(text, (whole) => {
        const cut = excerptStream(fakeStream(whole)).text;
        if (Buffer.byteLength(whole) <= 8192) {
          expect(cut).toBe(whole);
          return;
        }
        const [, head = '', left, tail = ''] = /^(.*)\n\[(\d+) bytes left out\]\n(.*)$/su.exec(cut) ?? [];
        expect(cut).not.toContain('\uFFFD');
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        for (const part of [head, tail]) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(4096);
          expect(Buffer.byteLength(part)).toBeGreaterThan(4092);
        }
        expect(Buffer.byteLength(head) + Number(left) + Buffer.byteLength(tail)).toBe(Buffer.byteLength(whole));
      }),
      { numRuns: 60 },
    );
  });
});
