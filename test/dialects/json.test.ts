import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstJsonValue } from '#hookcell/dialects/first-json-value.js';
import { parseJsonDocument } from '#hookcell/dialects/json-document.js';

function problem(text: string) {
  const document = parseJsonDocument(text);
  return document.ok ? undefined : document.problem;
}

function judgedByNode(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts near JSON: pieces of it in any order. */
const nearJson = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '.5',
      'e1',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
      '\t',
      '//',
      '/*',
      "'",
      '\u00a0',
      '\u0001',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

describe('parseJsonDocument', () => {
  test('takes exactly what JSON is', () => {
    fc.assert(
      fc.property(fc.oneof(nearJson, fc.json()), (text) => {
        expect(parseJsonDocument(text).ok).toBe(judgedByNode(text));
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['[1,\n  2,\n]', 3, 1, 'got "]"'],
    ['[{"a" 1}]', 1, 7, 'wanted a colon'],
    ['[\r\n"a\r\n]', 2, 1, 'a string that ends on its line'],
    ['// x\n[]', 1, 1, 'without comments'],
    ['[1', 1, 3, 'the end of the file'],
    ['', 1, 1, 'an empty file'],
    ['\uFEFF[tru]', 1, 2, 'got "tru"'],
    ['[1] x', 1, 5, 'got "x"'],
  ])('says where and what: %j', (text, line, column, words) => {
    expect(problem(text)).toMatchObject({ code: 'json_syntax', line, column });
    expect(problem(text)?.message).toContain(words);
  });

  test('takes 512 levels, refuses 513, and never overflows the stack, however broken the text', () => {
    expect(parseJsonDocument('['.repeat(512) + ']'.repeat(512)).ok).toBe(true);
    expect(problem('['.repeat(513) + ']'.repeat(513))).toMatchObject({ code: 'json_too_deep', line: 1, column: 513 });
    for (const piece of ['[', '{"a":', '[}', '{]', '/*"*/[', '[/**/}{', '"\n[', '[,{']) {
      expect(parseJsonDocument(piece.repeat(100_000)).ok).toBe(false);
    }
  });

  test('knows the line and column of keys and values, with CR, LF and CRLF', () => {
    const document = parseJsonDocument('[\r\n {\r  "id": 1,\n  "é": 2}]');
    if (!document.ok) throw new Error('wanted JSON');
    const entry = document.root.children?.[0];
    const places = entry?.children?.flatMap((property) => property.children ?? []).map(document.positionOf);
    expect(document.positionOf(entry ?? document.root)).toEqual({ line: 2, column: 2 });
    expect(places).toEqual([
      { line: 3, column: 3 },
      { line: 3, column: 9 },
      { line: 4, column: 3 },
      { line: 4, column: 8 },
    ]);
  });
});

describe('firstJsonValue', () => {
  test('reads any value with anything after it', () => {
    const value = fc.jsonValue();
    fc.assert(
      fc.property(value, fc.constantFrom('', '\n', ' done in 3 ms', '\r\n{"decision":"deny"}'), (json, rest) => {
        const text = `\uFEFF\r\n ${JSON.stringify(json)}\n${rest}`;
        expect(firstJsonValue(text)).toEqual({
          kind: 'value',
          value: JSON.parse(JSON.stringify(json)),
          rest: rest.trim(),
        });
      }),
    );
  });

  test.each(['', ' \r\n\t', '\uFEFF', '\uFEFF\n'])('%j is empty', (text) => {
    expect(firstJsonValue(text)).toEqual({ kind: 'empty' });
  });

  test.each(['Welcome\n{"decision":"deny"}', '{"a":1,}', '{"a":1', '{]', '"x', ',', '}{', "{'a':1}", '[1 2]'])(
    '%j is a problem, never half-parsed',
    (text) => {
      expect(firstJsonValue(text).kind).toBe('problem');
    },
  );

  test('is bounded to 512 levels', () => {
    expect(firstJsonValue('['.repeat(512) + ']'.repeat(512)).kind).toBe('value');
    expect(firstJsonValue('{"a":'.repeat(100_000))).toEqual({
      kind: 'problem',
      message: 'nested deeper than 512 levels',
    });
  });
});
