/** Which programs this machine has, so that a test can name the one it is skipped for. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether PATH holds an executable of this name. */
export function hasProgram(name: string): boolean {
  return findProgram(name) !== undefined;
}

/** Its path; undefined when PATH has none. */
export function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
