import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../schema/', import.meta.url));

test('every generated schema has a title, a description and definitions for all its references', async () => {
  const names = await readdir(folder);
  expect(names).toHaveLength(8);
  for (const name of names) {
    const text = await readFile(`${folder}${name}`, 'utf8');
    const schema = JSON.parse(text);
    expect(schema, name).toMatchObject({ title: expect.any(String), description: expect.any(String) });
    for (const [, part = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) expect(schema.$defs, name).toHaveProperty(part);
  }
});
