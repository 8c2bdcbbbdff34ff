// The counts of a test run, from vitest's JSON report.
import { readFileSync } from 'node:fs';

/** At most this many titles of skipped tests are named. */
const MAX_TITLES = 40;

export function emptyCounts() {
  return { passed: 0, failed: 0, skipped: 0, skippedTitles: [] };
}

/** Reads a report; all zero when there is none. A file that failed by itself (it did not load, it warned) is one failure. */
export function readCounts(file) {
  const counts = emptyCounts();
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return counts;
  }
  for (const suite of report.testResults) {
    for (const test of suite.assertionResults) countTest(counts, test);
    const named = suite.assertionResults.some((test) => test.status === 'failed');
    if (suite.status === 'failed' && !named) counts.failed += 1;
  }
  return counts;
}

/** `N passed, N failed, N skipped` */
export function sayCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function countTest(counts, test) {
  if (test.status === 'passed') counts.passed += 1;
  else if (test.status === 'failed') counts.failed += 1;
  else {
    counts.skipped += 1;
    if (counts.skippedTitles.length < MAX_TITLES) counts.skippedTitles.push(test.fullName);
  }
}
