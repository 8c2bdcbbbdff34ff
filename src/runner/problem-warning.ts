/** A config problem as each outcome tells it. */
import type { ConfigProblem } from '../contract/config-problem.js';
import type { Warning } from '../contract/outcome.js';

export function problemWarning({ code, file, line, column, message }: ConfigProblem): Warning {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return { code: `config_${code}`, message: place === '' ? message : `${place}: ${message}` };
}
