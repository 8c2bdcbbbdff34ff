import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readHookFile } from '#hookcell/config/read-file.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookcell read ü '));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array = '') => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const problem = async (path: string, limit?: number) => {
  const read = await readHookFile(path, limit);
  return read.kind === 'problem' ? read.problem : read;
};

describe('readHookFile', () => {
  test('gives the text as it stands, byte order mark included', async () => {
    expect(await readHookFile(file('good.json', '\uFEFF["é"]\r\n'))).toMatchObject({
      kind: 'text',
      text: '\uFEFF["é"]\r\n',
    });
    expect(await readHookFile(file('empty.json'))).toMatchObject({ kind: 'text', text: '' });
  });

  test('a file, a folder or a link target that is not there is absent', async () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    for (const path of ['nope.json', 'no/folder.json', 'good.json/below', 'dangling']) {
      expect(await readHookFile(join(folder, path))).toEqual({ kind: 'absent' });
    }
  });

  test.skipIf(process.platform === 'win32')(
    'names what stands in place of the file, and never waits for it',
    async () => {
      mkdirSync(join(folder, 'directory'));
      execFileSync('mkfifo', [join(folder, 'fifo')]);
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
      const cases = { directory: 'a directory', fifo: 'a FIFO', socket: 'a socket' };
      for (const [name, got] of Object.entries(cases)) {
        expect(await problem(join(folder, name))).toEqual({
          code: 'not_a_file',
          wanted: 'a regular file',
          got,
          message: `Hook file is not a regular file: wanted a regular file, got ${got}`,
        });
      }
      expect(await problem('/dev/zero')).toMatchObject({ code: 'not_a_file', got: 'a device' });
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test('a file over the limit is not read', async () => {
    const path = file('large.json');
    truncateSync(path, 100 * 1024 * 1024);
    expect(await problem(path)).toMatchObject({
      code: 'too_large',
      wanted: 'at most 1048576 bytes',
      got: '104857600 bytes',
    });
    expect(await readHookFile(file('just.json', 'x'.repeat(1024 * 1024)))).toMatchObject({ kind: 'text' });
    expect(await problem(file('over.json', 'x'.repeat(11)), 10)).toMatchObject({ code: 'too_large' });
  });

  test.each([
    [[0x5b, 0xff, 0x5d], 1],
    [[0x41, 0x42, 0xc3], 3],
    [[0xc3, 0xa9, 0xed, 0xa0, 0x80], 3],
    [[0xff, 0xfe, 0x5b, 0x00], 0],
  ])('bytes %j are not UTF-8, the offset is told', async (bytes, offset) => {
    expect(await problem(file('bytes.json', Uint8Array.from(bytes)))).toMatchObject({
      code: 'not_utf8',
      got: `an invalid byte at offset ${offset}`,
    });
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read is a problem with the cause', async () => {
    const path = file('secret.json', '[]');
    chmodSync(path, 0);
    expect(await problem(path)).toMatchObject({ code: 'unreadable', got: 'EACCES' });
  });

  test('a link that leads to itself is a problem with the cause', async () => {
    symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
    expect(await problem(join(folder, 'loop'))).toMatchObject({ code: 'unreadable', got: 'ELOOP' });
  });

  test('another content has another signature', async () => {
    const path = file('signed.json', '[]');
    const first = await readHookFile(path);
    const again = await readHookFile(path);
    appendFileSync(path, ' ');
    const changed = await readHookFile(path);
    expect(again).toEqual(first);
    expect(changed).not.toMatchObject({ signature: first.kind === 'text' ? first.signature : '' });
  });
});
