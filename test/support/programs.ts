/** Which programs this machine has, so that a test can name the one it is skipped for. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether PATH holds an executable of this name. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
