// Looks at what would be published: nothing outside the allow-list, and no more bytes than a dependency should cost.
import { npm } from './checkout.mjs';

const MAX_UNPACKED_BYTES = 1.5 * 1024 * 1024;
const ALLOWED = [
  /^package\.json$/,
  /^(README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE$/,
  /^dist\/[\w./-]+\.(js|d\.ts)$/,
  /^native-scripts\/[\w./-]+\.(sh|sb)$/,
  /^schema\/[\w-]+\.schema\.json$/,
  /^docs\/[\w-]+\.md$/,
];
const REQUIRED = ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/cli.js'];

// Without scripts: packing builds, and the build's text would stand before the JSON.
const result = npm(['pack', '--dry-run', '--json', '--ignore-scripts'], { stdio: ['ignore', 'pipe', 'inherit'] });
if (result.status !== 0) {
  console.error('Packing failed');
  process.exit(1);
}
const [pack] = JSON.parse(result.stdout);
const names = pack.files.map((file) => file.path);
const faults = [
  ...names.filter((name) => !ALLOWED.some((rule) => rule.test(name))).map((name) => `${name} is not on the allow-list`),
  ...REQUIRED.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
];
if (pack.unpackedSize > MAX_UNPACKED_BYTES) {
  faults.push(`Unpacked size is ${pack.unpackedSize} bytes, at most ${MAX_UNPACKED_BYTES} are allowed`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`${names.length} files, ${Math.round(pack.unpackedSize / 1024)} KiB unpacked`);
