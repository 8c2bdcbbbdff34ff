import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { markedProcesses, nextMark, survivors, survivorsWithin } from './survivors.js';

const onPosix = process.platform !== 'win32';

describe('survivors', () => {
  test('nextMark never gives the same number twice', () => {
    const marks = Array.from({ length: 100 }, () => nextMark());
    expect(new Set(marks).size).toBe(100);
  });

  test.skipIf(!onPosix)(
    'survivors finds a live process by its exact argument and no longer once it is gone',
    async () => {
      const mark = nextMark();
      const child = spawn('sleep', [mark], { stdio: 'ignore' });
      const exited = once(child, 'exit');
      await once(child, 'spawn');
      expect(survivors(mark)).toEqual([child.pid]);
      expect(survivors(mark.slice(0, -1))).toEqual([]);
      expect(markedProcesses().map(({ pid }) => pid)).toContain(child.pid);
      child.kill('SIGKILL');
      await exited;
      expect(survivors(mark)).toEqual([]);
    },
  );

  test.skipIf(!onPosix)('survivorsWithin names what is still there when the time is over', async () => {
    const mark = nextMark();
    const child = spawn('sleep', [mark], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    await once(child, 'spawn');
    expect(await survivorsWithin(mark, 100)).toEqual([child.pid]);
    child.kill('SIGKILL');
    await exited;
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});
