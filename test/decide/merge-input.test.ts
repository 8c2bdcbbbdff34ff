import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeInput } from '#hookcell/decide/merge-input.js';

describe('mergeInput', () => {
  test('keeps the keys that the patch does not name and replaces nested objects whole', () => {
    const merged = mergeInput({ command: 'ls', options: { a: 1, b: 2 } }, { sandbox: false, options: { a: 3 } });
    expect(merged).toEqual({
      ok: true,
      value: { command: 'ls', sandbox: false, options: { a: 3 } },
      changed: true,
      refusedKeys: [],
    });
  });

  test('takes null values of the patch as values', () => {
    expect(mergeInput({ a: 1 }, { a: null })).toMatchObject({ ok: true, value: { a: null }, changed: true });
  });

  test('counts an undefined input as an empty object', () => {
    expect(mergeInput(undefined, { a: 1 })).toMatchObject({ ok: true, value: { a: 1 }, changed: true });
    expect(mergeInput(undefined, {})).toMatchObject({ ok: true, value: {}, changed: false });
  });

  test.each([
    [[1], 'an array'],
    ['text', 'a string'],
    [7, 'a number'],
    [true, 'a boolean'],
    [null, 'null'],
  ])('refuses %j as current input', (current, kind) => {
    const message = `Cannot merge into the tool input: wanted an object, got ${kind}`;
    expect(mergeInput(current, { a: 1 })).toEqual({ ok: false, message });
  });

  test('is unchanged by a patch that says what is there already, in whatever order of keys', () => {
    const merged = mergeInput({ a: { x: 1, y: [1, 2] }, b: 2 }, { a: { y: [1, 2], x: 1 } });
    expect(merged).toMatchObject({ ok: true, changed: false });
  });

  test.each([
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: {} }, { a: [] }],
    [{ a: { x: 1 } }, { a: { x: 1, y: 2 } }],
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, { a: {} }],
  ])('is changed from %j by %j', (current, patch) => {
    expect(mergeInput(current, patch)).toMatchObject({ ok: true, changed: true });
  });

  test('never copies keys that reach prototypes, at any depth, and names their paths', () => {
    const patch = JSON.parse(
      '{"__proto__":{"p":1},"a":{"constructor":{"prototype":{"p":1}},"ok":1},"l":[{"prototype":1}],"b":2}',
    );
    const merged = mergeInput({ c: 3 }, patch);
    expect(merged).toMatchObject({ ok: true, refusedKeys: ['__proto__', 'a.constructor', 'l.0.prototype'] });
    expect(JSON.stringify(merged.ok && merged.value)).toBe('{"c":3,"a":{"ok":1},"l":[{}],"b":2}');
    expect(Object.getPrototypeOf(merged.ok && merged.value)).toBe(Object.prototype);
    expect(({} as { p?: number }).p).toBeUndefined();
  });

  test('takes 512 levels of nesting and refuses one more', () => {
    expect(mergeInput({}, nested(512))).toMatchObject({ ok: true });
    expect(mergeInput({}, nested(513))).toEqual({
      ok: false,
      message: 'Cannot merge the updated input: Nested deeper than 512 levels',
    });
    expect(mergeInput({}, nested(100_000))).toMatchObject({ ok: false });
  });

  test('merges into an input that is nested without bound', () => {
    expect(mergeInput({ deep: nested(100_000) }, { deep: nested(500) })).toMatchObject({ ok: true, changed: true });
  });

  test('changes neither argument and shares no object with the patch, whatever they are', () => {
    fc.assert(
      fc.property(hostileObject, hostileObject, (current, patch) => {
        const before = [JSON.stringify(current), JSON.stringify(patch)];
        const merged = mergeInput(deepFrozen(current), deepFrozen(patch));
        if (!merged.ok) throw new Error(merged.message);
        expect([JSON.stringify(current), JSON.stringify(patch)]).toEqual(before);
        for (const key of Object.keys(patch)) {
          if (typeof patch[key] === 'object' && patch[key] !== null) expect(merged.value[key]).not.toBe(patch[key]);
        }
      }),
    );
  });

  test('gives the same as a shallow spread where no key is refused, and pollutes no prototype', () => {
    fc.assert(
      fc.property(hostileObject, hostileObject, (current, patch) => {
        const merged = mergeInput(current, patch);
        if (!merged.ok) throw new Error(merged.message);
        if (merged.refusedKeys.length === 0) expect(merged.value).toEqual({ ...current, ...patch });
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(Object.getPrototypeOf(merged.value)).toBe(Object.prototype);
      }),
    );
  });
});

/** JSON objects as `JSON.parse` gives them, with own keys of the dangerous names. */
const hostileObject = fc
  .dictionary(
    fc.constantFrom('a', 'b', 'command', '__proto__', 'constructor', 'prototype'),
    fc.jsonValue({ maxDepth: 3 }),
    { maxKeys: 5 },
  )
  .map((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)));

function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let level = 1; level < levels; level += 1) value = { in: value };
  return value;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}
