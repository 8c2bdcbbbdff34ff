import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookFiles } from '#hookcell/config/hook-files.js';
import type { Dialect } from '#hookcell/dialects/dialect.js';
import { foya } from '#hookcell/dialects/foya/foya.js';

let root: string;
let parses: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookcell files ü '));
  parses = 0;
});
afterEach(() => rmSync(root, { recursive: true }));

const counting: Dialect = {
  ...foya,
  parse(text, source) {
    parses++;
    return foya.parse(text, source);
  },
};
const home = () => join(root, 'home');
const project = () => join(root, 'project');
const path = (base: string) => join(base, '.foya', 'hooks.json');
const files = () => new HookFiles({ dialects: [counting], home: home(), project: project() });
const hook = (id: string) => ({ id, event: 'Stop', command: 'x' });

function write(base: string, content: unknown): void {
  mkdirSync(join(base, '.foya'), { recursive: true });
  writeFileSync(path(base), typeof content === 'string' ? content : JSON.stringify(content));
}
const age = (base: string, seconds = 60) =>
  utimesSync(path(base), Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
const ids = ({ hooks }: { readonly hooks: readonly { readonly id: string }[] }) => hooks.map(({ id }) => id);

describe('HookFiles.load', () => {
  test('no file, no hooks, no problem', async () => {
    expect(await files().load()).toEqual({ hooks: [], problems: [], fresh: [] });
  });

  test('global hooks come before project hooks; equal ids both stand', async () => {
    write(project(), [hook('same'), hook('p')]);
    write(home(), [hook('g'), hook('same')]);
    const { hooks } = await files().load();
    expect(hooks.map(({ id, source }) => `${source.scope} ${id}`)).toEqual([
      'global g',
      'global same',
      'project same',
      'project p',
    ]);
    expect(hooks[0]?.source.file).toBe(path(home()));
  });

  test('of a bad file nothing runs, the other file does', async () => {
    write(home(), [hook('g')]);
    write(project(), [hook('p'), { ...hook('q'), timeout: 601 }]);
    const { hooks, problems } = await files().load();
    expect(hooks.map(({ id }) => id)).toEqual(['g']);
    expect(problems).toMatchObject([{ code: 'out_of_range', file: path(project()), severity: 'error' }]);
    expect(problems[0]?.message).not.toContain('last good');
  });

  test('a file that turns bad keeps its last good hooks and is a fresh problem once', async () => {
    const loader = files();
    write(home(), [hook('a')]);
    expect(ids(await loader.load())).toEqual(['a']);
    write(home(), '[{"id":');
    const bad = await loader.load();
    expect(ids(bad)).toEqual(['a']);
    expect(bad.problems).toMatchObject([{ code: 'json_syntax', severity: 'error' }]);
    expect(bad.problems[0]?.message).toMatch(/; the last good state of the file stays in force$/);
    expect(bad.fresh).toEqual(bad.problems);
    const again = await loader.load();
    expect(again).toMatchObject({ problems: bad.problems, fresh: [] });
    write(home(), [hook('b')]);
    expect(await loader.load()).toMatchObject({ hooks: [{ id: 'b' }], problems: [], fresh: [] });
    write(home(), '[{"id":');
    expect((await loader.load()).fresh.length).toBe(1);
  });

  test('a directory in place of the file keeps the last good hooks too', async () => {
    const loader = files();
    write(home(), [hook('a')]);
    await loader.load();
    rmSync(path(home()));
    mkdirSync(path(home()));
    expect(await loader.load()).toMatchObject({
      hooks: [{ id: 'a' }],
      problems: [{ code: 'not_a_file', dialect: 'foya', file: path(home()) }],
    });
  });

  test('a file that is gone takes its hooks along, and is as new when it comes back bad', async () => {
    const loader = files();
    write(home(), [hook('a')]);
    await loader.load();
    rmSync(path(home()));
    expect(await loader.load()).toEqual({ hooks: [], problems: [], fresh: [] });
    write(home(), '[');
    expect((await loader.load()).hooks).toEqual([]);
  });

  test('an unchanged file is parsed once; a change of the same length in the same instant is seen', async () => {
    const loader = files();
    write(home(), [hook('a')]);
    for (let load = 0; load < 5; load++) await loader.load();
    expect(parses).toBe(1);
    write(home(), [hook('b')]);
    expect(ids(await loader.load())).toEqual(['b']);
    age(home());
    for (let load = 0; load < 5; load++) await loader.load();
    expect(parses).toBe(2);
    write(home(), [hook('c')]);
    age(home());
    expect(ids(await loader.load())).toEqual(['c']);
  });

  test('of overlapping loads the newest state is held at the end (B122)', async () => {
    const loader = files();
    write(home(), [hook('old')]);
    const first = loader.load();
    write(home(), [hook('new')]);
    const second = loader.load();
    await Promise.all([first, second]);
    expect(ids(await second)).toEqual(['new']);
    write(home(), '[');
    expect(ids(await loader.load())).toEqual(['new']);
  });

  test('a parser that throws fails its own load, not the next', async () => {
    let broken = true;
    const dialect: Dialect = {
      ...foya,
      parse(text, source) {
        if (broken) throw new Error('bug');
        return foya.parse(text, source);
      },
    };
    const loader = new HookFiles({ dialects: [dialect], home: home(), project: project() });
    write(home(), [hook('a')]);
    await expect(loader.load()).rejects.toThrow('bug');
    broken = false;
    expect(ids(await loader.load())).toEqual(['a']);
  });

  test('thousands of loads keep one and the same state', async () => {
    const loader = files();
    write(
      home(),
      Array.from({ length: 50 }, (_, index) => hook(`h${index}`)),
    );
    age(home());
    const first = await loader.load();
    const loads = await Promise.all(Array.from({ length: 3000 }, () => loader.load()));
    expect(parses).toBe(1);
    for (const { hooks } of loads) expect(hooks[49]).toBe(first.hooks[49]);
  });
});
