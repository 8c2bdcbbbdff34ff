import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tour = fileURLToPath(new URL('../../examples/try/run.mjs', import.meta.url));

test('the tour of npm run try finds everything as it tells', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tour], { encoding: 'utf8', timeout: 55_000 });
  expect({ status, stderr, off: stdout.split('\n').filter((line) => line.includes('NOT SO')) }).toEqual({
    status: 0,
    stderr: '',
    off: [],
  });
});

test('the tour refuses an unknown option before it makes anything', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tour, '--kepp'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({
    status: 64,
    stdout: '',
    stderr: 'Unknown option "--kepp": the only one is --keep, which leaves the demo folder\n',
  });
});
