// The import order of the source folders, highest first. Siblings stand in one row and do not import each other.
// `node scripts/layers.mjs` writes the rule into biome.json; `--check` fails when biome.json differs.
import { readFileSync, writeFileSync } from 'node:fs';

const LAYERS = [
  ['cli'],
  ['lifecycle'],
  ['runner'],
  ['audit'],
  ['handlers'],
  ['supervisor'],
  ['cell'],
  ['isolation'],
  ['processes'],
  ['config'],
  ['plan', 'decide'],
  ['dialects'],
  ['contract'],
];
// Pure folders know no clock, no file and no process: they import pure folders and pure packages only.
const PURE = new Set(['contract', 'dialects', 'plan', 'decide']);

const overrides = LAYERS.flatMap((row, depth) =>
  row.map((folder) => {
    const above = LAYERS.slice(0, depth).flat();
    const forbidden = [...above, ...row.filter((sibling) => sibling !== folder)];
    const group = forbidden.flatMap((name) => [`**/${name}/**`, `**/${name}.js`]);
    const patterns = [
      { group: [...group, '**/index.js'], message: `src/${folder} may import only what stands below it` },
    ];
    if (PURE.has(folder))
      patterns.push({ group: ['node:*'], message: `src/${folder} is pure: no clock, file or process` });
    return {
      includes: [`src/${folder}/**`],
      linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
    };
  }),
);
overrides.push(
  {
    includes: ['src/cli/output.ts', 'scripts/**', 'bench/**', 'examples/**'],
    linter: { rules: { suspicious: { noConsole: 'off' } } },
  },
  {
    includes: ['test/**', 'bench/**', 'scripts/**'],
    linter: {
      rules: { complexity: { noExcessiveLinesPerFunction: 'off' }, style: { noExcessiveLinesPerFile: 'off' } },
    },
  },
);

const file = new URL('../biome.json', import.meta.url);
const config = JSON.parse(readFileSync(file, 'utf8'));
const fresh = JSON.stringify(config.overrides) === JSON.stringify(overrides);
if (process.argv.includes('--check')) {
  if (!fresh) {
    process.stderr.write('biome.json does not hold the layer rule: run node scripts/layers.mjs\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, `${JSON.stringify({ ...config, overrides }, null, 2)}\n`);
}
