/** Theme I of the fault cases: environment, secrets, inherited state. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonlFileSink } from 'hookcell';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { filterEnvironment } from '#hookcell/dialects/environment.js';
import { runCli } from '../support/cli.js';
import { type FoyaBench, foyaBench, onlyRun } from '../support/foya.js';
import { temporaryProject } from '../support/temporary-project.js';

const onPosix = process.platform !== 'win32';
const BOTH_SUPERVISORS = ['process', 'in-process'] as const;

/** Shells drop names that are no identifiers before `env` could show them, so the shell's own entry is kept as well. */
const DUMP = `env >"$T_DIR/env"; { tr '\\0' '\\n' <"/proc/$$/environ"; } >>"$T_DIR/env" 2>/dev/null; exit 0`;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Each name gets a value of its own that nothing else holds. */
function stubSecrets(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const value = `cleartext-value-${index}-end`;
    vi.stubEnv(name, value);
    return value;
  });
}

async function dumped(bench: FoyaBench): Promise<string> {
  return await readFile(join(bench.files.root, 'env'), 'utf8');
}

describe.skipIf(!onPosix)('what a hook inherits', () => {
  const SECRETS_IN_ANY_CASE = [
    ...['openai_api_key', 'Github_Token', 'DB_PASSWORD', 'PGPASSWORD', 'my-secret'],
    ...['aWs_SeCrEt_x', 'x-api_key', 'npm_config_//registry/:_authToken', 'MyPasswd', 'Aws_Credentials_File'],
  ];

  test.each(BOTH_SUPERVISORS)(
    'B087: names of secrets are withheld in every case of letters, with a supervisor %s',
    async (supervisor) => {
      const values = stubSecrets(SECRETS_IN_ANY_CASE);
      vi.stubEnv('HARMLESS_Setting', 'a harmless setting');
      const bench = await foyaBench([DUMP], { supervisor });
      const outcome = await bench.dispatch();
      const seen = await dumped(bench);
      expect(seen).toContain('HARMLESS_Setting=a harmless setting');
      for (const name of SECRETS_IN_ANY_CASE) expect(seen).not.toContain(`${name}=`);
      for (const value of values) expect(seen).not.toContain(value);
      expect(onlyRun(outcome).report?.environment.withheld).toEqual(expect.arrayContaining(SECRETS_IN_ANY_CASE));
      for (const value of values) expect(JSON.stringify([outcome, bench.records])).not.toContain(value);
    },
  );

  test('B087: a hook that runs in the background, as an observer or in another shell sees no secret either', async () => {
    const values = stubSecrets(SECRETS_IN_ANY_CASE);
    const bench = await foyaBench([
      { command: `env >"$T_DIR/async"`, async: true },
      { event: 'TurnComplete', command: `env >"$T_DIR/observer"` },
      `bash -c 'env' >"$T_DIR/bash" || :`,
    ]);
    await bench.dispatch();
    await bench.dispatch({ name: 'TurnComplete' });
    await bench.runner.idle();
    for (const file of ['async', 'observer', 'bash']) {
      const seen = await readFile(join(bench.files.root, file), 'utf8');
      expect(seen, file).toContain('PATH=');
      for (const value of values) expect(seen, file).not.toContain(value);
    }
  });

  test('B087: harmless names that hold the word TOKEN are withheld too, and come back by environment.allow', async () => {
    vi.stubEnv('MAX_TOKENS', '4096');
    vi.stubEnv('TOKENIZERS_PARALLELISM', 'false');
    vi.stubEnv('REAL_TOKEN', 'cleartext-of-the-token');
    const withheld = await foyaBench([DUMP]);
    const outcome = await withheld.dispatch();
    expect(await dumped(withheld)).not.toMatch(/MAX_TOKENS|TOKENIZERS_PARALLELISM/);
    expect(onlyRun(outcome).report?.environment.withheld).toEqual(
      expect.arrayContaining(['MAX_TOKENS', 'TOKENIZERS_PARALLELISM']),
    );
    const allowed = await foyaBench([DUMP], {
      environment: { allow: ['max_tokens', 'TOKENIZERS_PARALLELISM'] },
    });
    await allowed.dispatch();
    const seen = await dumped(allowed);
    expect(seen).toContain('MAX_TOKENS=4096');
    expect(seen).toContain('TOKENIZERS_PARALLELISM=false');
    expect(seen).not.toContain('REAL_TOKEN');
  });

  test('B088: OTLP headers, Langfuse keys and the names that the host registers do not reach a hook', async () => {
    const byRule = [
      ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'otel_exporter_otlp_logs_headers'],
      ...['LANGFUSE_AUTH', 'LANGFUSE_SECRET_KEY', 'PRIVATE_KEY', 'SSH_PRIVATE_KEY_FILE', 'AWS_ACCESS_KEY_ID'],
    ];
    const byHost = ['APIKEY', 'GH_PAT', 'DB_PASS', 'DATABASE_URL', 'https_proxy', 'HTTPS_PROXY'];
    const values = stubSecrets([...byRule, ...byHost]);
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318');
    vi.stubEnv('LANGFUSE_HOST', 'http://localhost:3000');
    const bench = await foyaBench([DUMP], {
      environment: { deny: ['apikey', 'GH_PAT', 'Db_Pass', 'DATABASE_URL', 'https_proxy'] },
    });
    const outcome = await bench.dispatch();
    const seen = await dumped(bench);
    expect(seen).toContain('OTEL_EXPORTER_OTLP_ENDPOINT=');
    expect(seen).toContain('LANGFUSE_HOST=');
    for (const value of values) expect(seen).not.toContain(value);
    expect(onlyRun(outcome).report?.environment.withheld).toEqual(expect.arrayContaining([...byRule, ...byHost]));
  });

  test.each(BOTH_SUPERVISORS)(
    'B091: NODE_OPTIONS of the host reaches no node hook, with a supervisor %s',
    async (supervisor) => {
      vi.stubEnv('NODE_OPTIONS', '--require /nope/nowhere.js');
      const bench = await foyaBench([`'${process.execPath}' -e 'process.exit(49)'`], { supervisor });
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'deny', halt: true });
      expect(onlyRun(outcome).report?.ending).toEqual({ kind: 'exited', code: 49 });
      expect(onlyRun(outcome).report?.environment.withheld).toContain('NODE_OPTIONS');
    },
  );

  test('B091: a host started with a preload file runs its hooks without it', async () => {
    const files = await temporaryProject();
    const preload = join(files.root, 'preload.cjs');
    await writeFile(preload, `require('node:fs').appendFileSync(process.env.PRELOAD_LOG, process.argv[1] + '\\n')`);
    await files.writeGlobalHooks([`'${process.execPath}' -p 'process.exit(49)'`]);
    const log = join(files.root, 'preload.log');
    const result = await runCli(['run', 'PreToolUse', '--json', '--home', files.home, '--project', files.project], {
      env: { NODE_OPTIONS: `--require "${preload}"`, PRELOAD_LOG: log },
    });
    expect(result.code, result.stderr).toBe(49);
    // The command line itself was started with it, and nothing else was.
    expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual([expect.stringMatching(/cli\.js$/)]);
  });

  test.each([
    ['NODE_OPTIONS', '--max-old-space-size=64'],
    ['NODE_V8_COVERAGE', '/tmp/nowhere'],
    ['NODE_CHANNEL_FD', '3'],
    ['LD_PRELOAD', '/nope/nowhere.so'],
    ['BASH_ENV', '/nope/rc'],
    ['ENV', '/nope/rc'],
    ['GIT_DIR', '/nope/.git'],
    ['BASH_FUNC_ls%%', '() { echo owned; }'],
  ])(
    'B091: %s, which injects into what a hook starts, is withheld and comes back by environment.allow',
    async (name, value) => {
      const environment = { ...process.env, [name]: value };
      const rules = { withholds: () => false };
      expect(filterEnvironment(environment, rules).environment).not.toHaveProperty([name]);
      expect(filterEnvironment(environment, rules).withheld).toContain(name);
      expect(filterEnvironment(environment, { ...rules, allow: [name] }).environment[name]).toBe(value);
    },
  );
});

describe.skipIf(!onPosix)('what is kept of a run', () => {
  const NOISE = 'noise-line-of-stderr';

  test('B090: neither the rewritten input nor output of the hook lands in the audit', async () => {
    const answer = '{"reason":"ok","updated_input":{"token":"sk-test-000"}}';
    const files = await temporaryProject();
    const log = join(files.root, 'audit.jsonl');
    const bench = await foyaBench([`echo '${answer}'; yes ${NOISE} | head -c 1024 >&2`], {
      audit: [await jsonlFileSink(log)],
    });
    const outcome = await bench.dispatch();
    expect(outcome.updatedInput).toEqual({ command: 'ls', token: 'sk-test-000' });
    await bench.runner.close();
    const text = await readFile(log, 'utf8');
    const records = text.trim().split('\n');
    expect(records).toHaveLength(1);
    expect(JSON.parse(records[0] ?? '')).toMatchObject({
      type: 'hook_completed',
      hookId: 'foya:global:0',
      event: 'PreToolUse',
      decision: 'none',
      halt: false,
      reason: 'ok',
      inputModified: true,
      durationMs: expect.any(Number),
    });
    expect(text).not.toContain('sk-test-000');
    expect(text).not.toContain(NOISE);
    expect(text).not.toContain('stdout');
  });

  test.each([
    ['stdout that is no JSON', `echo 'sk-test-111 is my token'`, 'output'],
    ['stdout with an unknown key', `echo '{"token":"sk-test-111"}'`, 'output'],
    ['stdout that is a text', `echo '"sk-test-111"'`, 'output'],
    ['a rewrite in broken JSON', `echo '{"updated_input":{"token":"sk-test-111"},}'`, 'output'],
    ['a rewrite in unquoted words', `echo '{"updated_input":{"t":sk-test-111}}'`, 'output'],
    ['a rewrite beside an unknown key', `echo '{"updated_input":{"token":"sk-test-111"},"x":1}'`, 'output'],
    ['text after the JSON', `echo '{"reason":"fine"} sk-test-111'`, undefined],
    ['a rewrite that is no object', `echo '{"updated_input":"sk-test-111"}'`, 'output'],
    ['a value of the wrong type', `echo '{"decision":["sk-test-111"]}'`, 'output'],
    ['a rewrite of an exit 7', `echo '{"updated_input":{"token":"sk-test-111"}}'; exit 7`, 'crash'],
    ['a rewrite of an exit 2', `echo '{"updated_input":{"token":"sk-test-111"}}'; exit 2`, undefined],
  ] as const)('B090: %s leaves one record that does not hold what the hook printed', async (_what, command, kind) => {
    const bench = await foyaBench([command]);
    const outcome = await bench.dispatch();
    expect(onlyRun(outcome).failure?.kind).toBe(kind);
    expect(bench.records).toHaveLength(1);
    expect(JSON.stringify(bench.records)).not.toMatch(/sk-t|t-111/);
  });

  test.each([
    ['the reason of an exit 2', `echo "leaked: $(cat "$T_DIR/secret")" >&2; exit 2`],
    ['the reason of a JSON answer', `echo "{\\"decision\\":\\"deny\\",\\"reason\\":\\"$(cat "$T_DIR/secret")\\"}"`],
    ['the error of a crash', `cat "$T_DIR/secret" >&2; exit 7`],
  ])('B090: a withheld value that a hook found elsewhere is masked in the audit of %s', async (_what, command) => {
    vi.stubEnv('DEPLOY_TOKEN', 'cleartext-of-the-token');
    const bench = await foyaBench([command]);
    await writeFile(join(bench.files.root, 'secret'), 'cleartext-of-the-token');
    await bench.dispatch();
    expect(bench.records).toHaveLength(1);
    const text = JSON.stringify(bench.records);
    expect(text).toContain('[DEPLOY_TOKEN]');
    expect(text).not.toContain('cleartext-of-the-token');
  });
});

describe('the environment on Windows', () => {
  const rules = { withholds: (name: string) => name.includes('TOKEN'), caseInsensitive: true };

  test.each([
    [{ Path: 'A', PATH: 'B', path: 'C', Temp: 'x' }],
    [{ path: 'C', Temp: 'x', Path: 'A' }],
    [{ Temp: 'x', PATH: 'B' }],
    [{ Temp: 'x' }],
  ])('B093: names that differ in case alone are one variable, and what is set wins: %j', (inherited) => {
    const { environment } = filterEnvironment(inherited, { ...rules, set: { PATH: 'D' } });
    const pathLike = Object.entries(environment).filter(([name]) => name.toUpperCase() === 'PATH');
    expect(pathLike).toEqual([['PATH', 'D']]);
    expect(environment).toEqual({ PATH: 'D', Temp: 'x' });
  });

  test('B093: without an override one of them is left, the one that Windows itself would take', () => {
    const { environment } = filterEnvironment({ Path: 'A', path: 'C', PATH: 'B' }, rules);
    expect(environment).toEqual({ PATH: 'B' });
  });

  test('B093: the filter of secrets and the rules by name ignore case', () => {
    const inherited = {
      Node_Options: '--inspect',
      Github_Token: 'x',
      Keep_Token: 'y',
      Deny_Me: 'z',
      SystemRoot: 'C:\\W',
    };
    const filtered = filterEnvironment(inherited, { ...rules, allow: ['KEEP_TOKEN'], deny: ['deny_me'] });
    expect(filtered.environment).toEqual({ Keep_Token: 'y', SystemRoot: 'C:\\W' });
    expect(filtered.withheld.sort()).toEqual(['Deny_Me', 'Github_Token', 'Node_Options']);
  });

  test('B094: what programs need to start on Windows is not withheld', () => {
    const needed = {
      ...{ SystemRoot: 'C:\\Windows', ComSpec: 'C:\\Windows\\System32\\cmd.exe', PATHEXT: '.EXE;.CMD' },
      ...{ TEMP: 'C:\\t', TMP: 'C:\\t', USERPROFILE: 'C:\\Users\\u', APPDATA: 'C:\\a', windir: 'C:\\Windows' },
    };
    expect(filterEnvironment(needed, rules).environment).toEqual(needed);
  });
});
