import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptReport } from '#hookcell/decide/excerpt-report.js';
import { fakeReport, fakeStream } from '../support/fake-report.js';

describe('excerptReport', () => {
  test.each(['', 'short', 'x'.repeat(8192), 'é'.repeat(4096), '\uFEFFmark'])('leaves alone what fits', (text) => {
    const report = fakeReport({ stdout: fakeStream(text), stderr: fakeStream(text) });
    expect(excerptReport(report)).toBe(report);
  });

  test('keeps 4 KiB of head and of tail and says what is left out', () => {
    const text = `${'h'.repeat(4096)}123${'t'.repeat(4096)}`;
    const report = fakeReport({ stdout: fakeStream(text), stderr: fakeStream('err') });
    const cut = excerptReport(report);
    expect(cut.stdout.text).toBe(`${'h'.repeat(4096)}\n[3 bytes left out]\n${'t'.repeat(4096)}`);
    expect(cut.stdout).toMatchObject({ bytes: 8195, droppedBytes: 0, truncated: false });
    expect(cut.stderr).toBe(report.stderr);
    expect(report.stdout.text).toBe(text);
  });

  test('cuts stderr like stdout', () => {
    const cut = excerptReport(fakeReport({ stderr: fakeStream('x'.repeat(9000)) }));
    expect(cut.stderr.text).toContain('\n[808 bytes left out]\n');
  });

  test('keeps a byte order mark at the head', () => {
    const cut = excerptReport(fakeReport({ stdout: fakeStream(`\uFEFF${'x'.repeat(9000)}`) }));
    expect(cut.stdout.text.startsWith('\uFEFFx')).toBe(true);
  });

  test('cuts on code-point boundaries and counts every byte, whatever the text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'é', '漢', '😀'), { minLength: 1, maxLength: 40 })
      .chain((parts) => fc.integer({ min: 1, max: 400 }).map((times) => parts.join('').repeat(times)));
    fc.assert(
      fc.property(text, (whole) => {
        const cut = excerptReport(fakeReport({ stdout: fakeStream(whole) })).stdout.text;
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
