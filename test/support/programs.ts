/** Which programs this machine has; tests that need another one are skipped and say so. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether PATH leads to an executable file of this name. */
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
