import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCounts, sayCounts } from '../../scripts/test-counts.mjs';
import { temporaryProject } from '../support/temporary-project.js';

async function report(testResults: unknown): Promise<string> {
  const { root } = await temporaryProject();
  const file = join(root, 'report.json');
  await writeFile(file, JSON.stringify({ testResults }));
  return file;
}

test('readCounts counts tests by status and names the skipped ones', async () => {
  const assertionResults = ['passed', 'passed', 'failed', 'pending', 'todo'].map((status, index) => ({
    status,
    fullName: `test ${index}`,
  }));
  const counts = readCounts(await report([{ status: 'failed', assertionResults }]));
  expect(sayCounts(counts)).toBe('2 passed, 1 failed, 2 skipped');
  expect(counts.skippedTitles).toEqual(['test 3', 'test 4']);
});

test('readCounts takes a file that failed by itself as one failure', async () => {
  const passed = { status: 'passed', fullName: 'fine' };
  const counts = readCounts(
    await report([
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [passed] },
    ]),
  );
  expect(sayCounts(counts)).toBe('1 passed, 2 failed, 0 skipped');
});

test('readCounts is all zero without a report', () => {
  expect(sayCounts(readCounts('/nowhere/report.json'))).toBe('0 passed, 0 failed, 0 skipped');
});
