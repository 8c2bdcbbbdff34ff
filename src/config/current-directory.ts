/** The directory of this process, which may have been removed while the process lives. */

/**
 * An absolute path, always. Where the directory is gone `process.cwd()` throws, also for callers that need no directory of ours;
 * the path given back instead does not exist either, and says why.
 */
export function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/(current directory, removed)';
  }
}
