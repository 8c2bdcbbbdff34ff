import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';

const script = fileURLToPath(new URL('../../scripts/check-docs.mjs', import.meta.url));
const errorsPage = fileURLToPath(new URL('../../docs/errors.md', import.meta.url));
const errorCodes = fileURLToPath(new URL('../../src/contract/errors.ts', import.meta.url));

/** A checkout with a right errors page, `change`d, and one more document. */
async function checkDocs(document: string, change = (text: string) => text, page = 'page.md') {
  const { project } = await temporaryProject();
  await mkdir(join(project, 'docs'));
  await mkdir(join(project, 'src', 'contract'), { recursive: true });
  await cp(errorCodes, join(project, 'src', 'contract', 'errors.ts'));
  await writeFile(join(project, 'docs', 'errors.md'), change(await readFile(errorsPage, 'utf8')));
  await writeFile(join(project, 'docs', page), document);
  const { status, stderr } = spawnSync(process.execPath, [script, '--root', project], { encoding: 'utf8' });
  return { status, stderr };
}

test('check-docs accepts links that lead somewhere', async () => {
  const text =
    '# A page\n[here](#a-page) [there](errors.md#kinds-of-failure) [out](https://example.org/x) `[no](link)`\n';
  expect(await checkDocs(text)).toEqual({ status: 0, stderr: '' });
});

test('check-docs names a link to a file or heading that does not exist', async () => {
  const { status, stderr } = await checkDocs('[a](gone.md) [b](errors.md#gone)\n');
  expect(status).toBe(1);
  expect(stderr).toContain('docs/page.md: link to gone.md leads nowhere');
  expect(stderr).toContain('docs/page.md: errors.md has no heading #gone');
});

test('check-docs names a js block that does not parse', async () => {
  const { status, stderr } = await checkDocs('```js\nawait (;\n```\n');
  expect(status).toBe(1);
  expect(stderr).toContain('docs/page.md: a js block does not parse');
});

test('check-docs names error codes and words of the contract that the errors page lacks or invents', async () => {
  const { status, stderr } = await checkDocs('', (text) =>
    text
      .replace('### `HOOKCELL_CLOSED`', '### Closed')
      .replace('| `overloaded` |', '| `overworked` |')
      .replace('| `E2BIG` |', '| E2BIG |'),
  );
  expect(status).toBe(1);
  expect(stderr).toContain('docs/errors.md: no heading for HOOKCELL_CLOSED');
  expect(stderr).toContain('docs/errors.md: failure-kinds lacks overloaded');
  expect(stderr).toContain('docs/errors.md: failure-kinds has no overworked');
  expect(stderr).toContain('docs/errors.md: not-started-causes lacks E2BIG');
});

test('check-docs names levels of guarantees that differ from what the program reports, and guarantees without a row', async () => {
  const table =
    '| | Linux | macOS | Windows |\n|---|---|---|---|\n| `daemonKill` | best-effort | enforced | best-effort |\n';
  const { status, stderr } = await checkDocs(table, undefined, 'isolation.md');
  expect(status).toBe(1);
  expect(stderr).toContain('docs/isolation.md: daemonKill on macOS is best-effort, not enforced');
  expect(stderr).toContain('docs/isolation.md: daemonKill on Windows is none, not best-effort');
  expect(stderr).not.toContain('daemonKill on Linux');
  expect(stderr).toContain('docs/isolation.md: no row for treeKill');
});
