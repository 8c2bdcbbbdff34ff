/** An audit sink that is a file: one JSON document a line. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { AuditRecord, AuditSink } from '../contract/audit-record.js';

/**
 * Appends to the file at `path`, which is opened with the first record and made with mode 0600. A file of our own that others
 * may read or write is tightened to 0600; another's is left as it is. Only a regular file is taken, and no symbolic link.
 *
 * Each record is one line in one write call, so that many writers, also of other processes, may share a file: the system
 * appends whole calls (POSIX `write` with `O_APPEND`; local file systems). Errors are rejections; the next record tries again.
 */
export function jsonlFileSink(path: string): AuditSink {
  let file: FileHandle | undefined;
  let closed = false;
  // A write that broke off leaves half a line: the next record must not be glued to it.
  let torn = false;
  let last: Promise<void> = Promise.resolve();

  const append = async (record: AuditRecord): Promise<void> => {
    if (closed) throw new Error(`Audit file "${path}" is closed`);
    file ??= await openLog(path);
    const line = Buffer.from(`${torn ? '\n' : ''}${JSON.stringify(record)}\n`, 'utf8');
    let written = 0;
    try {
      while (written < line.length) written += (await file.write(line, written)).bytesWritten;
      torn = false;
    } finally {
      torn ||= written > 0 && written < line.length;
    }
  };
  const finish = async (): Promise<void> => {
    closed = true;
    await file?.close();
    file = undefined;
  };
  // One after the other, so that the rest of a short write follows its beginning.
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step);
    last = done.catch(() => undefined);
    return done;
  };

  return { write: (record) => inTurn(() => append(record)), close: () => inTurn(finish) };
}

/** Makes sure that the file can be written, before anything depends on it. @throws Error of the operating system */
export async function openJsonlFile(path: string): Promise<void> {
  await (await openLog(path)).close();
}

/** Windows has neither `O_NOFOLLOW` nor owners; there the file is what its folder makes it. */
async function openLog(path: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  // Non-blocking, since the open of a pipe without a reader would otherwise hold a thread for good.
  const handle = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error(`Audit file "${path}" is not a regular file`);
    if ((stat.mode & 0o077) !== 0 && stat.uid === process.getuid?.()) await handle.chmod(0o600);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
