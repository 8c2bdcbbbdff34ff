/**
 * Descriptors that this process was started with by accident: Node leaves those above the first few open over an exec, so that a
 * lock file or a socket of whoever started the kernel would reach every hook.
 *
 * Linux only: elsewhere a descriptor does not tell whether it is closed on exec. proc(5), fdinfo.
 */
import { closeSync, readdirSync, readFileSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;

/** Closes every descriptor above 2 that a child would inherit, but those in `keep`. Only for a process that owns all it has open. */
export function closeInheritedDescriptors(keep: readonly number[]): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name);
    if (descriptor > 2 && !keep.includes(descriptor) && survivesExec(descriptor)) closeSync(descriptor);
  }
}

/** Node opens everything of its own close-on-exec: what is not was there before Node. */
function survivesExec(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // The directory listing itself used a descriptor that is gone by now.
    return false;
  }
}
