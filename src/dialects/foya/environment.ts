/** Which inherited variables Foya itself withholds from hooks. */
import { isOtlpHeaders } from '../environment.js';

const PARTS = ['API_KEY', 'SECRET', 'TOKEN', 'PASSWORD'];

export function withholds(upperCaseName: string): boolean {
  if (PARTS.some((part) => upperCaseName.includes(part))) return true;
  return upperCaseName === 'LANGFUSE_AUTH' || isOtlpHeaders(upperCaseName);
}
