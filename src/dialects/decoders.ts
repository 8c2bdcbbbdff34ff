/** The decoders by dialect, for the cells: without the parsers and pattern engines that only the kernel needs. */
import type { DialectName } from '../contract/names.js';
import type { DecodedAnswer, HookAnswer } from './dialect.js';
import { decodeAnswer as decodeFoya } from './foya/decode.js';

export type Decoder = (event: string, answer: HookAnswer) => DecodedAnswer;

/** @throws Error for a dialect this version does not speak: the kernel has refused it long before */
export function decoderOf(dialect: DialectName): Decoder {
  switch (dialect) {
    case 'foya':
      return decodeFoya;
    case 'kimi':
    case 'blade':
    case 'claude':
      throw new Error(`No decoder for dialect ${dialect}`);
  }
}
