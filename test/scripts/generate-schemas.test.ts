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

test('every property of every generated schema is described, by its own comment before that of the schema it uses', async () => {
  for (const name of await readdir(folder)) {
    const schema = JSON.parse(await readFile(`${folder}${name}`, 'utf8'));
    expect(undescribed(schema), name).toEqual([]);
  }
  const record = JSON.parse(await readFile(`${folder}audit-record.schema.json`, 'utf8'));
  const [completed] = record.oneOf;
  expect(completed.description).toMatch(/^One for each executed hook/);
  expect(completed.properties.ending.description).toBe('How the run ended; absent when there is no report.');
});

interface JsonSchema {
  readonly description?: string;
  readonly properties?: Record<string, JsonSchema>;
}

function undescribed(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const properties = Object.entries((node as JsonSchema).properties ?? {});
  return [
    ...properties.filter(([, field]) => !field.description).map(([key]) => `${path}.${key}`),
    ...Object.entries(node).flatMap(([key, inner]) => undescribed(inner, `${path}/${key}`)),
  ];
}
