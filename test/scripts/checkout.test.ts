import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needsBuild, needsInstall } from '../../scripts/checkout.mjs';
import { temporaryProject } from '../support/temporary-project.js';

const LOCK = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } };

async function write(folder: string, path: string, content: unknown, seconds?: number): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(content));
  if (seconds !== undefined) await utimes(file, seconds, seconds);
}

test('needsInstall is true without packages', async () => {
  const { project } = await temporaryProject();
  await write(project, 'package-lock.json', LOCK);
  expect(needsInstall(project)).toBe(true);
});

test('needsInstall is true when a version differs from the lock file', async () => {
  const { project } = await temporaryProject();
  await write(project, 'package-lock.json', LOCK);
  await write(project, 'node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.1' } } });
  expect(needsInstall(project)).toBe(true);
});

test('needsInstall is false when all but optional packages of other platforms are there', async () => {
  const { project } = await temporaryProject();
  const other = { version: '2.0.0', optional: true };
  await write(project, 'package-lock.json', { packages: { ...LOCK.packages, 'node_modules/other': other } });
  await write(project, 'node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0' } } });
  expect(needsInstall(project)).toBe(false);
});

test('needsBuild is true without a build and when a source file is newer than it', async () => {
  const { project } = await temporaryProject();
  await write(project, 'src/deep/file.ts', '', 1_000);
  expect(needsBuild(project)).toBe(true);
  await write(project, 'dist/index.js', '', 2_000);
  expect(needsBuild(project)).toBe(false);
  await write(project, 'src/deep/file.ts', '', 3_000);
  expect(needsBuild(project)).toBe(true);
});
