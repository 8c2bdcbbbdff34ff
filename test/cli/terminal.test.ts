import { Writable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOutput } from '#hookcell/cli/output.js';
import { createProgress, progressLine } from '#hookcell/cli/progress.js';
import { createStyle } from '#hookcell/cli/style.js';
import { collector } from './support/fake-host.js';

describe('createStyle', () => {
  const coloured = (isTTY: boolean, env: Record<string, string>) => createStyle({ isTTY }, env).red('x') !== 'x';
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s with %o: colours %s', (isTTY, env, expected) => {
    expect(coloured(isTTY, env)).toBe(expected);
  });
});

describe('createOutput', () => {
  const failing = (code: string) =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

  test('takes a reader that has gone for no failure and tells of it', async () => {
    const output = createOutput(failing('EPIPE'), collector().stream);
    output.out('a');
    expect(await output.flush()).toBeUndefined();
    expect(output.readerGone.aborted).toBe(true);
    await output.raw('stdout', Buffer.from('b'));
  });
  test('tells of a full disk', async () => {
    const output = createOutput(failing('ENOSPC'), collector().stream);
    output.out('a');
    expect(await output.flush()).toBe('Cannot write to stdout: ENOSPC');
    expect(output.readerGone.aborted).toBe(false);
  });
  test('does not settle a raw write before its reader has taken it', async () => {
    let take = (): void => {};
    const slow = new Writable({
      write: (_chunk, _encoding, done) => {
        take = done;
      },
    });
    let taken = false;
    const written = createOutput(slow, collector().stream)
      .raw('stdout', Buffer.from('x'))
      .then(() => {
        taken = true;
      });
    await new Promise(setImmediate);
    expect(taken).toBe(false);
    take();
    await written;
    expect(taken).toBe(true);
  });
});

describe('progressLine', () => {
  const hook = { hookId: 'h', label: 'guard', startedAt: 0, timeoutMs: 30_000 };
  test('is silent for the first second', () => {
    expect(progressLine([hook], 999, 80)).toBeUndefined();
    expect(progressLine([], 5000, 80)).toBeUndefined();
  });
  test('tells name, elapsed and deadline', () => {
    expect(progressLine([hook], 3210, 80)).toBe('guard: 3.2 of 30.0 s');
    expect(progressLine([hook, hook], 3210, 80)).toBe('guard: 3.2 of 30.0 s (+1 more)');
  });
  test('never exceeds the terminal and never moves its cursor', () => {
    const line = progressLine([{ ...hook, label: '\u001b[2J'.repeat(50) }], 2000, 40) ?? '';
    expect(line.length).toBeLessThanOrEqual(40);
    expect(line).not.toContain('\u001b');
    expect(line).toContain('2.0 of 30.0 s');
  });
});

describe('createProgress', () => {
  afterEach(() => vi.useRealTimers());
  const started = { hookId: 'h', name: 'guard', phase: 'started', timeoutMs: 5000 } as const;

  test('draws on a terminal while a hook is slow and clears the line afterwards', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    let clock = 0;
    const progress = createProgress(
      { isTTY: true, columns: 80 },
      (text) => written.push(text),
      () => clock,
    );
    progress.update(started);
    clock = 500;
    vi.advanceTimersByTime(500);
    expect(written).toEqual([]);
    clock = 1500;
    vi.advanceTimersByTime(1000);
    expect(written.at(-1)).toBe('\r\u001b[2Kguard: 1.5 of 5.0 s');
    progress.update({ ...started, phase: 'finished' });
    expect(written.at(-1)).toBe('\r\u001b[2K');
    const count = written.length;
    progress.stop();
    vi.advanceTimersByTime(5000);
    expect(written).toHaveLength(count);
  });
  test('writes nothing off a terminal', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    let clock = 0;
    const progress = createProgress(
      {},
      (text) => written.push(text),
      () => clock,
    );
    progress.update(started);
    clock = 9000;
    vi.advanceTimersByTime(9000);
    progress.stop();
    expect(written).toEqual([]);
  });
});
