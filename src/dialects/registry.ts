/** The dialects this version speaks. */
import { HookcellError } from '../contract/errors.js';
import type { DialectName } from '../contract/names.js';
import type { Dialect } from './dialect.js';
import { foya } from './foya/foya.js';

export const SUPPORTED_DIALECTS: readonly DialectName[] = ['foya'];

/** @throws HookcellError `HOOKCELL_NOT_SUPPORTED` for a dialect that has a name but is not spoken yet */
export function dialectNamed(name: DialectName): Dialect {
  switch (name) {
    case 'foya':
      return foya;
    case 'kimi':
    case 'blade':
    case 'claude':
      throw new HookcellError(
        'HOOKCELL_NOT_SUPPORTED',
        `Option "dialects": "${name}" is not supported yet: this version speaks ${SUPPORTED_DIALECTS.join(', ')}`,
      );
  }
}
