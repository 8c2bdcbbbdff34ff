// A tour: a home and a project in a temporary folder, with real Foya hook files, and five commands on them. Each step prints the
// command, what came back and what to see in it, and checks it. `--keep` leaves the folder for trying further.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const unknown = process.argv.slice(2).find((word) => word !== '--keep');
if (unknown !== undefined) {
  console.error(`Unknown option "${unknown}": the only one is --keep, which leaves the demo folder`);
  process.exit(64);
}
const keep = process.argv.includes('--keep');
const demo = realpathSync(mkdtempSync(join(tmpdir(), 'hookcell-try-')));
const home = join(demo, 'home');
const project = join(demo, 'project');
const common = ['--project', project, '--home', home, '--trust', 'all'];
const faults = [];

try {
  setUp();
  denied();
  rewritten();
  notified();
  cleanedUp();
  onTime();
} finally {
  if (!keep) rmSync(demo, { recursive: true, force: true, maxRetries: 3 });
}
finish();

function setUp() {
  const examples = new URL(process.platform === 'win32' ? './windows/' : './posix/', import.meta.url);
  for (const [scope, folder] of Object.entries({ global: home, project })) {
    mkdirSync(join(folder, '.foya'), { recursive: true });
    copyFileSync(new URL(`${scope}-hooks.json`, examples), join(folder, '.foya', 'hooks.json'));
  }
  say('hookcell runs the hooks that users of coding agents write. Here are a home and a project with Foya hook files:');
  say(`  ${shown(join(home, '.foya', 'hooks.json'))}     guard, notifier`);
  say(`  ${shown(join(project, '.foya', 'hooks.json'))}  slow-tests, house-rules, careless`);
  say(`where $DEMO is ${demo}${keep ? '' : ' (npm run try -- --keep leaves it there)'}`);
}

function denied() {
  title('1. The agent wants to run `rm -rf build`; the user has a guard against that');
  const { code, outcome } = dispatch('PreToolUse', 'remove.json', bash('rm -rf build'));
  say(`decision ${outcome.decision}, reason: ${outcome.reason}, exit code ${code}`);
  expect(code === 2 && outcome.decision === 'deny', 'the guard denies');
  expect(/not allowed here/.test(outcome.reason), "the guard's stderr is the reason");
}

function rewritten() {
  title('2. It wants to run `npm test`; one hook raises the timeout, another one adds context');
  const { code, outcome } = dispatch('PreToolUse', 'test.json', bash('npm test'));
  say(`decision ${outcome.decision}, input now ${JSON.stringify(outcome.updatedInput)}, exit code ${code}`);
  say(`context for the model: ${outcome.context?.join('; ')}`);
  for (const run of outcome.runs ?? []) say(`  ${run.hook.id}: ${ending(run)}`);
  expect(code === 0 && outcome.updatedInput?.command === 'npm test', 'the command itself is kept');
  expect(outcome.updatedInput?.timeout === 600, 'the rewrite is merged into it');
  expect(outcome.context?.length === 1, 'the context is there');
}

function notified() {
  title('3. The notifier has `async: true`: it ran in the background, and nobody waited for its answer');
  const lines = read(join(project, 'notifications.log')).trim().split(/\r?\n/);
  say(`${shown(join(project, 'notifications.log'))}: ${lines.join(' | ')}`);
  expect(lines.length === 2 && lines.every((line) => line.startsWith('Bash was')), 'the notifier ran for both events');
}

function cleanedUp() {
  title('4. After the tool, a careless hook leaves a process of ten minutes in the background');
  const { outcome, ms } = dispatch('PostToolUse', 'done.json', bash('npm test', { output: 'ok' }));
  const { leftovers } = outcome.runs?.[0]?.report ?? {};
  const names = leftovers?.killed.map(({ pid, command }) => `${command} (pid ${pid})`) ?? [];
  say(`back after ${Math.round(ms)} ms with context ${JSON.stringify(outcome.context)}; ended: ${names.join(', ')}`);
  expect(ms < 20_000, 'the left process holds nobody up');
  expect(names.length > 0 && leftovers.survived.length === 0, 'the left process is ended and named');
  expect(
    leftovers?.killed.every(({ pid }) => !isAlive(pid)),
    'nothing is left',
  );
}

function onTime() {
  title('5. Any command can be run that way, with a deadline');
  const { code, ms } = hookcell([
    'exec',
    '--timeout',
    '500',
    '--',
    process.platform === 'win32' ? 'ping -n 60 127.0.0.1 >nul' : 'sleep 60',
  ]);
  say(`exit code ${code} after ${Math.round(ms)} ms (124: timed out)`);
  expect(code === 124 && ms < 20_000, 'the deadline holds');
}

function finish() {
  title(faults.length === 0 ? 'All as it should be.' : `Something is off: ${faults.join('; ')}`);
  if (faults.length === 0) {
    say(
      'Go on with: node dist/cli.js --help, docs/embedding.md (use it from an agent), docs/dialects.md (write hooks)',
    );
  }
  if (keep) {
    const command = [
      'node',
      relative(process.cwd(), cli),
      'run',
      'PreToolUse',
      '--payload',
      join(demo, 'remove.json'),
      ...common,
    ];
    say(`Try it by yourself:\n  ${command.map(quoted).join(' ')}`);
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Dispatches an event whose payload lies in a file of the demo folder. */
function dispatch(event, file, payload) {
  const path = join(demo, file);
  writeFileSync(path, JSON.stringify(payload));
  const result = hookcell(['run', event, '--payload', path, ...common, '--json']);
  return { ...result, outcome: parse(result) };
}

function hookcell(args) {
  say(`$ node dist/cli.js ${args.map((word) => quoted(shown(word))).join(' ')}`);
  const startedAt = performance.now();
  const result = spawnSync(process.execPath, [cli, ...args], { cwd: project, encoding: 'utf8', timeout: 60_000 });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr, ms: performance.now() - startedAt };
}

function parse({ stdout, stderr, code }) {
  try {
    return JSON.parse(stdout);
  } catch {
    faults.push(`no outcome, exit code ${code}: ${stderr.trim()}`);
    return {};
  }
}

function bash(command, result = {}) {
  return { sessionId: 'try', cwd: project, tool: { name: 'Bash', callId: 'call-1', input: { command }, ...result } };
}

function ending({ report }) {
  return report ? `${report.ending.kind} ${report.ending.code ?? ''} after ${Math.round(report.timing.runMs)} ms` : '?';
}

/** A zombie is dead: in a container nobody may ever collect it. */
function isAlive(pid) {
  if (process.platform === 'linux') return /\) [^ZX]/.test(read(`/proc/${pid}/stat`));
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function expect(holds, what) {
  if (!holds) faults.push(what);
  say(`  ${holds ? 'ok' : 'NOT SO'}: ${what}`);
}

/** Paths below the demo folder are long: `$DEMO/…`. */
function shown(word) {
  return word.startsWith(demo)
    ? `$DEMO/${relative(demo, dirname(word)).replaceAll('\\', '/')}/${basename(word)}`.replace('//', '/')
    : word;
}

function quoted(word) {
  return /\s/.test(word) ? `'${word}'` : word;
}

function title(text) {
  console.log(`\n${text}`);
}

function say(text) {
  console.log(text);
}
