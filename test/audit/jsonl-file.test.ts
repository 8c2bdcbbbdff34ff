import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonlFileSink } from '#hookcell/audit/jsonl-file.js';
import { auditRecordSchema } from '#hookcell/contract/audit-record.js';
import { fakeRecord } from '../support/fake-record.js';

const run = promisify(execFile);
const posix = process.platform !== 'win32';
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookcell audit é '));
  path = join(folder, 'audit.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('jsonlFileSink', () => {
  test('writes one JSON line a record, in order, whatever the text, and appends to what is there', async () => {
    const records = ['1\n2', '"\u2028', '漢'.repeat(50_000)].map((reason) => fakeRecord({ reason }));
    for (const part of [records.slice(0, 2), records.slice(2)]) {
      const sink = jsonlFileSink(path);
      await Promise.all(part.map((record) => sink.write(record)));
      await sink.close?.();
    }
    expect(lines().map((line) => auditRecordSchema.parse(JSON.parse(line)))).toEqual(records);
  });

  test('makes no file before the first record', async () => {
    await jsonlFileSink(path).close?.();
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  test.runIf(posix)('makes the file with mode 0600, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      await written();
    } finally {
      process.umask(before);
    }
    expect(modeOf(path)).toBe('600');
  });

  test.runIf(posix)('tightens a file of our own that others can read', async () => {
    writeFileSync(path, '');
    chmodSync(path, 0o644);
    await written();
    expect(modeOf(path)).toBe('600');
  });

  test.runIf(posix)('leaves a stricter mode as it is', async () => {
    writeFileSync(path, '');
    chmodSync(path, 0o200);
    await written();
    expect(modeOf(path)).toBe('200');
  });

  test.runIf(posix)('rejects a symbolic link and leaves its target alone', async () => {
    const target = join(folder, 'target');
    writeFileSync(target, '');
    symlinkSync(target, path);
    await expect(written()).rejects.toThrow('ELOOP');
    expect(readFileSync(target, 'utf8')).toBe('');
  });

  test.runIf(posix)('rejects a pipe at once, with and without a reader', async () => {
    await run('mkfifo', [path]);
    await expect(written()).rejects.toThrow('ENXIO');
    const reader = await open(path, 'r+');
    try {
      await expect(written()).rejects.toThrow(`Audit file "${path}" is not a regular file`);
    } finally {
      await reader.close();
    }
  });

  test('rejects a folder', async () => {
    mkdirSync(path);
    await expect(written()).rejects.toThrow(/EISDIR|EPERM|EACCES/);
  });

  test('tries again with the next record after it could not open', async () => {
    const inner = join(folder, 'later', 'audit.jsonl');
    const sink = jsonlFileSink(inner);
    await expect(sink.write(fakeRecord())).rejects.toThrow('ENOENT');
    mkdirSync(join(folder, 'later'));
    await sink.write(fakeRecord());
    await sink.close?.();
    expect(readFileSync(inner, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('writes what was handed over before close, and rejects what comes later', async () => {
    const sink = jsonlFileSink(path);
    const pending = [sink.write(fakeRecord()), sink.write(fakeRecord())];
    const closing = sink.close?.();
    await expect(sink.write(fakeRecord())).rejects.toThrow(`Audit file "${path}" is closed`);
    await Promise.all([...pending, closing, sink.close?.()]);
    expect(lines()).toHaveLength(2);
  });

  test.runIf(posix)('begins a new line after a record that broke off', async () => {
    const script = fixture('outgrow-file-limit.mjs');
    const { stdout } = await run('/bin/sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, script, path]);
    expect(stdout).toBe('EFBIG');
    const [fits, broken, after, ...more] = lines();
    expect([fits, after, more]).toEqual(['{"hookId":"fits"}', '{"hookId":"after"}', []]);
    expect(broken).toMatch(/^\{"hookId":"broken","reason":"x+$/);
  });

  test('never mixes the lines of several processes', { timeout: 60_000 }, async () => {
    const script = fixture('append-records.mjs');
    const letters = ['a', 'b', 'c', 'd'];
    await Promise.all(letters.map((letter) => run(process.execPath, [script, path, '100', '40000', letter])));
    const seen = lines().map((line) => {
      const { hookId, reason } = JSON.parse(line);
      expect(reason).toBe(hookId.repeat(40_000));
      return hookId;
    });
    expect(seen.sort()).toEqual(letters.flatMap((letter) => Array(100).fill(letter)));
  });
});

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
}

async function written(): Promise<void> {
  const sink = jsonlFileSink(path);
  try {
    await sink.write(fakeRecord());
  } finally {
    await sink.close?.();
  }
}

function lines(): string[] {
  return readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
}

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8);
}
