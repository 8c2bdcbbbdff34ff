// Proves what the documents claim, as far as a program can: relative links lead somewhere, every error code has its heading,
// marked tables of docs/errors.md hold exactly the words of the contract, tables of guarantees tell the levels that the program
// reports, JavaScript blocks parse. `--root DIR`: the documents and sources of another folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root as checkout } from './checkout.mjs';

const flag = process.argv.indexOf('--root');
const root = flag === -1 ? checkout : process.argv[flag + 1];
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.build']);
const documents = listFiles(root).filter((file) => file.endsWith('.md'));
const errorsPage = readFileSync(join(root, 'docs', 'errors.md'), 'utf8');

const faults = [
  ...documents.flatMap(brokenLinks),
  ...documents.flatMap(brokenBlocks),
  ...missingErrorCodes(),
  ...(await wrongTables()),
  ...(await wrongLevels()),
  ...missingProblemCodes(),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${documents.length} documents`);

function brokenLinks(file) {
  const text = withoutCode(readFileSync(file, 'utf8'));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]);
  return targets.flatMap((target) => {
    if (/^[a-z]+:/i.test(target)) return [];
    const [path, anchor] = target.split('#');
    const goal = path === '' ? file : join(dirname(file), decodeURIComponent(path));
    if (!existsSync(goal)) return [`${name(file)}: link to ${target} leads nowhere`];
    const known = anchor === undefined || !goal.endsWith('.md') || anchorsOf(goal).has(anchor);
    return known ? [] : [`${name(file)}: ${path || name(file)} has no heading #${anchor}`];
  });
}

/** Anchors as the usual renderers make them: lower case, punctuation dropped, spaces to hyphens. */
function anchorsOf(file) {
  const headings = withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ +(.+)$/gm);
  const slug = (text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
  return new Set([...headings].map((match) => slug(match[1])));
}

function brokenBlocks(file) {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, code]) => {
    const result = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
      input: code,
      encoding: 'utf8',
    });
    return result.status === 0 ? [] : [`${name(file)}: a js block does not parse\n${result.stderr.trim()}`];
  });
}

function missingErrorCodes() {
  const source = readFileSync(join(root, 'src', 'contract', 'errors.ts'), 'utf8');
  const codes = [...source.matchAll(/'(HOOKCELL_\w+)'/g)].map((match) => match[1]);
  const headings = [...errorsPage.matchAll(/^#+ `(HOOKCELL_\w+)`/gm)].map((match) => match[1]);
  return [
    ...codes.filter((code) => !headings.includes(code)).map((code) => `docs/errors.md: no heading for ${code}`),
    ...headings.filter((code) => !codes.includes(code)).map((code) => `docs/errors.md: ${code} is no error code`),
  ];
}

/** A table that follows `<!-- words: NAME -->` holds, in its first column, the words of that list of the contract. */
async function wrongTables() {
  const [names, report] = await Promise.all([built('contract/names.js'), built('contract/run-report.js')]);
  const lists = {
    'failure-kinds': names.failureKindSchema.options,
    endings: report.endingSchema.options.map((option) => option.shape.kind.value),
    'not-started-causes': report.notStartedCauseSchema.options,
  };
  return Object.entries(lists).flatMap(([list, words]) => {
    const found = wordsOfTable(list);
    return [
      ...words.filter((word) => !found.includes(word)).map((word) => `docs/errors.md: ${list} lacks ${word}`),
      ...found.filter((word) => !words.includes(word)).map((word) => `docs/errors.md: ${list} has no ${word}`),
    ];
  });
}

function wordsOfTable(list) {
  const [, after = ''] = errorsPage.split(`<!-- words: ${list} -->`);
  const table = /(?:^\|.*\n)+/m.exec(after)?.[0] ?? '';
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1]);
}

/** In tables with a column for each platform, a row that names guarantees tells their levels; docs/isolation.md has them all. */
async function wrongLevels() {
  const { GUARANTEE_NAMES } = await built('contract/names.js');
  const { portableGuarantees } = await built('isolation/guarantees.js');
  const platforms = { Linux: 'linux', macOS: 'darwin', Windows: 'win32' };
  const reports = Object.entries(platforms).map(([title, platform]) => [
    title,
    portableGuarantees(platform, 'process'),
  ]);
  const rows = ['README.md', 'docs/isolation.md'].flatMap((page) => rowsWith(page, Object.keys(platforms)));
  const wrong = rows.flatMap(({ page, text, cells }) =>
    GUARANTEE_NAMES.filter((guarantee) => text.includes(`\`${guarantee}\``)).flatMap((guarantee) =>
      reports
        .filter(([title, report]) => cells[title] !== report[guarantee].level)
        .map(
          ([title, report]) => `${page}: ${guarantee} on ${title} is ${report[guarantee].level}, not ${cells[title]}`,
        ),
    ),
  );
  const page = 'docs/isolation.md';
  const told = rows.filter((row) => row.page === page).map(({ text }) => text);
  const missing = GUARANTEE_NAMES.filter((guarantee) => !told.some((text) => text.includes(`\`${guarantee}\``)));
  return [
    ...wrong,
    ...(existsSync(join(root, page)) ? missing : []).map((guarantee) => `${page}: no row for ${guarantee}`),
  ];
}

/** The rows of all tables of a page whose header has these titles; `cells` are by title. None where there is no such page. */
function rowsWith(page, titles) {
  if (!existsSync(join(root, page))) return [];
  const tables = readFileSync(join(root, page), 'utf8').match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.flatMap((table) => {
    const [header, , ...lines] = table.trim().split('\n');
    const columns = header.split('|').map((cell) => cell.trim());
    if (!titles.every((title) => columns.includes(title))) return [];
    return lines.map((text) => {
      const parts = text.split('|').map((cell) => cell.trim());
      return { page, text, cells: Object.fromEntries(titles.map((title) => [title, parts[columns.indexOf(title)]])) };
    });
  });
}

async function built(file) {
  return import(pathToFileURL(join(checkout, 'dist', file)).href);
}

/** Codes of config problems and warnings, found where the sources write them; each is explained somewhere on the page. */
function missingProblemCodes() {
  const sources = listFiles(join(root, 'src')).filter((file) => file.endsWith('.ts'));
  const ZOD_CODE = 'unrecognized_keys';
  const written = /(?:\bcode: |\.wrong\(\s*\w+,\s*)'([a-z]\w+)'/g;
  const codes = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(written)].map((match) => match[1]));
  const missing = [...new Set(codes)].filter((code) => code !== ZOD_CODE && !errorsPage.includes(`\`${code}\``));
  return missing.map((code) => `docs/errors.md: config problem or warning ${code} is not explained`);
}

function withoutCode(text) {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

function name(file) {
  return relative(root, file).replaceAll('\\', '/');
}
