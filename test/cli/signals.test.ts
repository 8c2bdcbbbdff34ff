import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { withSignals } from '#hookcell/cli/signals.js';

const onAbort = (signal: AbortSignal) => new Promise<void>((done) => signal.addEventListener('abort', () => done()));

describe('withSignals', () => {
  test('gives the code of the work when no signal comes, and leaves no listener', async () => {
    const source = new EventEmitter();
    expect(await withSignals(source, async () => 3)).toBe(3);
    expect(source.eventNames()).toEqual([]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ])('aborts on %s and gives %i once the work has settled', async (name, code) => {
    const source = new EventEmitter();
    const result = withSignals(source, async (signal) => {
      const aborted = onAbort(signal);
      source.emit(name, name);
      await aborted;
      return 0;
    });
    expect(await result).toBe(code);
  });

  test('drops a rejection that follows a signal, and passes on any other', async () => {
    const source = new EventEmitter();
    const interrupted = withSignals(source, async () => {
      source.emit('SIGINT', 'SIGINT');
      throw new Error('Interrupted');
    });
    expect(await interrupted).toBe(130);
    await expect(withSignals(source, async () => Promise.reject(new Error('real')))).rejects.toThrow('real');
    expect(source.eventNames()).toEqual([]);
  });

  test('forces on the second signal, keeps the number of the first, and lets a third have its default action', async () => {
    const source = new EventEmitter();
    let forced = 0;
    const result = withSignals(source, async (_signal, onSecond) => {
      await new Promise<void>((done) => {
        onSecond(() => {
          forced += 1;
          done();
        });
        source.emit('SIGTERM', 'SIGTERM');
        expect(forced).toBe(0);
        source.emit('SIGINT', 'SIGINT');
      });
      expect(source.listenerCount('SIGINT')).toBe(0);
      onSecond(() => {
        forced += 1;
      });
      return 0;
    });
    expect(await result).toBe(143);
    expect(forced).toBe(2);
  });
});
