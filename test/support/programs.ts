/** Programs that a test needs and a machine may lack. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program of this name is on PATH: `test.skipIf(!hasProgram('jq'))`. */
export function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));
}
