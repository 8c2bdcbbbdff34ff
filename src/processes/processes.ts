/** The reader of this platform's process table. */
import { darwinProcesses } from './darwin.js';
import { linuxProcesses } from './linux.js';
import type { ProcessReader } from './process-entry.js';
import { windowsProcesses } from './windows.js';

export function processReaderFor(platform: NodeJS.Platform): ProcessReader {
  if (platform === 'linux' || platform === 'android') return linuxProcesses;
  if (platform === 'win32') return windowsProcesses;
  return darwinProcesses;
}
