/** Reads a hook file without trusting what stands at its path: no hang, no flood, no half-read state. */
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Changes whenever the file is replaced or written; equal texts mean an unchanged file. */
export type ChangeSignature = string;

export type HookFileRead =
  /** There is no such file, or no such folder. */
  | { readonly kind: 'absent' }
  /** `modifiedMs` is the file's own time, milliseconds since 1970. */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly signature: ChangeSignature;
      readonly modifiedMs: number;
    }
  | { readonly kind: 'problem'; readonly problem: HookFileProblem };

export interface HookFileProblem {
  readonly code: 'not_a_file' | 'too_large' | 'not_utf8' | 'unreadable' | 'keeps_changing';
  readonly message: string;
  readonly wanted: string;
  readonly got: string;
}

export const MAX_HOOK_FILE_BYTES = 1024 * 1024;

/**
 * Reads `path` when it is a regular file of at most `limitBytes` of valid UTF-8. Opened non-blocking and then looked at again,
 * so that a FIFO put in its place delays nothing. A file that changes while it is read is read again, three times at most.
 */
export async function readHookFile(path: string, limitBytes = MAX_HOOK_FILE_BYTES): Promise<HookFileRead> {
  try {
    // Looked at before opening: a socket cannot be opened, and opening some devices does things.
    const before = refusal(await stat(path, { bigint: true }), limitBytes);
    if (before !== undefined) return { kind: 'problem', problem: before };
    const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await readStable(handle, limitBytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return fromError(error);
  }
}

/** The signature of what stands at `path` now; undefined when nothing readable does. */
export async function changeSignature(path: string): Promise<ChangeSignature | undefined> {
  try {
    return signatureOf(await stat(path, { bigint: true }));
  } catch {
    // The read that follows says what is wrong.
    return undefined;
  }
}

const MAX_READS = 3;

async function readStable(handle: FileHandle, limitBytes: number): Promise<HookFileRead> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const before = await handle.stat({ bigint: true });
    const refused = refusal(before, limitBytes);
    if (refused !== undefined) return { kind: 'problem', problem: refused };
    const bytes = await readWhole(handle, Number(before.size));
    const after = await handle.stat({ bigint: true });
    if (signatureOf(before) === signatureOf(after)) return decode(bytes, before);
  }
  const message = `Hook file kept changing while it was read: wanted a file at rest, got ${MAX_READS} different states`;
  const got = `${MAX_READS} different states`;
  return { kind: 'problem', problem: { code: 'keeps_changing', message, wanted: 'a file at rest', got } };
}

async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let read = 0;
  while (read < size) {
    const { bytesRead } = await handle.read(bytes, read, size - read, read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

function decode(bytes: Uint8Array, stats: BigIntStats): HookFileRead {
  try {
    // The byte order mark is left in the text: positions are told by whoever parses it.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'text', text, signature: signatureOf(stats), modifiedMs: Number(stats.mtimeNs / 1_000_000n) };
  } catch {
    const got = `an invalid byte at offset ${firstInvalidByte(bytes)}`;
    const message = `Hook file is not UTF-8: wanted UTF-8 text, got ${got}`;
    return { kind: 'problem', problem: { code: 'not_utf8', message, wanted: 'UTF-8 text', got } };
  }
}

/** Found by halving: a prefix is refused exactly when it holds the bad byte. */
function firstInvalidByte(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isValidStart(bytes.subarray(0, middle + 1))) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the bytes are valid, or would be if a last character were completed. */
function isValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function refusal(stats: BigIntStats, limitBytes: number): HookFileProblem | undefined {
  if (!stats.isFile()) {
    const got = kindOf(stats);
    const message = `Hook file is not a regular file: wanted a regular file, got ${got}`;
    return { code: 'not_a_file', message, wanted: 'a regular file', got };
  }
  if (stats.size > BigInt(limitBytes)) {
    const wanted = `at most ${limitBytes} bytes`;
    const got = `${stats.size} bytes`;
    return { code: 'too_large', message: `Hook file is too large: wanted ${wanted}, got ${got}`, wanted, got };
  }
  return undefined;
}

function kindOf(stats: BigIntStats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a FIFO';
  if (stats.isSocket()) return 'a socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : 'something else';
}

function signatureOf(stats: BigIntStats): ChangeSignature {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

function fromError(error: unknown): HookFileRead {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
  const message = `Hook file cannot be read: wanted a readable file, got ${code}`;
  return { kind: 'problem', problem: { code: 'unreadable', message, wanted: 'a readable file', got: code } };
}
