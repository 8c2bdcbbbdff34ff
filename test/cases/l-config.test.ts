/** Theme L of the fault cases: hook files and matchers, as Foya has them. */
import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/cli.js';
import { foyaBench } from '../support/foya.js';
import { type FoyaEntry, temporaryProject } from '../support/temporary-project.js';

const onPosix = process.platform !== 'win32';

/** Two good hooks with a mistake between them, in a file as a person would write it. */
function fileWith(bad: string): string {
  return `[\n  { "event": "PreToolUse", "command": "touch \\"$T_DIR/ran\\"" },\n  ${bad},\n  { "event": "PreToolUse", "command": "exit 2" }\n]\n`;
}

describe.skipIf(!onPosix)('a bad entry', () => {
  const BAD: readonly (readonly [string, string, string, RegExp])[] = [
    [
      'a matcher that is an object',
      '{ "event": "Stop", "command": "x", "matcher": {} }',
      'wrong_type',
      /matcher.*a string.*an object/,
    ],
    ['an unknown event', '{ "event": "PreToolUze", "command": "x" }', 'unknown_event', /PreToolUze.*PreToolUse/],
    ['a command that is missing', '{ "event": "Stop" }', 'missing_key', /command.*a shell command.*nothing/],
    ['a command of spaces', '{ "event": "Stop", "command": "  " }', 'empty_value', /command.*an empty string/],
    ['a field too many', '{ "event": "Stop", "command": "x", "comand": "y" }', 'unknown_key', /comand.*command/],
    ['an entry that is a text', '"exit 2"', 'wrong_type', /an object/],
    ['an entry that is null', 'null', 'wrong_type', /an object.*null/],
    [
      'a matcher that does not compile',
      '{ "event": "Stop", "command": "x", "matcher": "[" }',
      'bad_matcher',
      /Go regular expression/,
    ],
    ['a timeout in words', '{ "event": "Stop", "command": "x", "timeout": "30s" }', 'wrong_type', /timeout.*"30s"/],
    ['a flag in words', '{ "event": "Stop", "command": "x", "async": "yes" }', 'wrong_type', /async.*true or false/],
    [
      'a hook that is switched off, wrong all the same',
      '{ "event": "Nope", "command": "x", "enabled": false }',
      'unknown_event',
      /Nope/,
    ],
    [
      'a key of prototypes',
      '{ "event": "Stop", "command": "x", "__proto__": { "command": "y" } }',
      'unknown_key',
      /__proto__/,
    ],
  ];

  test.each(BAD)(
    'B114: %s is told with its place, nothing of its file runs, other files do',
    async (_what, bad, code, words) => {
      const bench = await foyaBench([]);
      await bench.files.writeGlobalHooks(fileWith(bad));
      await bench.files.writeProjectHooks([`echo '{"context":["the project runs"]}'`]);
      const outcome = await bench.dispatch();
      expect(outcome.context).toEqual(['the project runs']);
      expect(outcome.runs).toHaveLength(1);
      expect(await readdir(bench.files.root)).not.toContain('ran');
      const problem = {
        code,
        file: bench.files.globalFile,
        line: 3,
        severity: 'error',
        message: expect.stringMatching(words),
      };
      expect(bench.runner.problems()).toContainEqual(expect.objectContaining(problem));
      // Loud on each outcome, once in the audit.
      await bench.dispatch();
      expect(outcome.warnings).toContainEqual({
        code: `config_${code}`,
        message: expect.stringContaining(`${bench.files.globalFile}:3:`),
      });
      expect(bench.records.filter(({ type }) => type === 'config_error')).toHaveLength(bench.runner.problems().length);
    },
  );

  test('B114: the command line tells it and exits with 78, whichever command it is', async () => {
    const files = await temporaryProject();
    await files.writeGlobalHooks(fileWith('{ "event": "Stop" }'));
    const common = ['--home', files.home, '--project', files.project];
    for (const words of [['run', 'PreToolUse'], ['check'], ['list'], ['explain', 'PreToolUse']]) {
      const { code, stdout, stderr } = await runCli([...words, ...common]);
      expect(code, words.join(' ')).toBe(78);
      expect(stdout + stderr, words.join(' ')).toContain(`${files.globalFile}:3:3: Key "[1].command"`);
    }
  });

  test('B114: a file that turns bad keeps its last good hooks in force, and says so', async () => {
    const bench = await foyaBench(['exit 49']);
    expect((await bench.dispatch()).halt).toBe(true);
    await bench.files.writeGlobalHooks('[{ "event": "PreToolUse", "comm');
    const outcome = await bench.dispatch();
    expect(outcome.halt).toBe(true);
    expect(outcome.warnings).toMatchObject([
      { code: 'config_json_syntax', message: expect.stringContaining('last good') },
    ]);
  });
});

describe.skipIf(!onPosix)('a matcher', () => {
  async function matches(matcher: string | undefined, tool: string): Promise<boolean> {
    const entry: FoyaEntry = { command: 'exit 49', ...(matcher === undefined ? {} : { matcher }) };
    const bench = await foyaBench([entry]);
    const outcome = await bench.dispatch({ tool: { name: tool } });
    expect(bench.runner.problems()).toEqual([]);
    expect(outcome.skipped).toMatchObject(outcome.halt ? [] : [{ why: 'no_match' }]);
    return outcome.halt;
  }

  test.each(['*', '[', '(', '+x', 'a**', '(?=x)', '(?<!x)y', '\\1', 'x{2000}', '[z-a]'])(
    'B117: %s does not compile: its file is refused, and no dispatch throws',
    async (matcher) => {
      const bench = await foyaBench([{ command: 'exit 2', matcher }]);
      await bench.files.writeProjectHooks([`echo '{"context":["the project runs"]}'`]);
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'none', context: ['the project runs'] });
      expect(bench.runner.problems()).toMatchObject([{ code: 'bad_matcher', file: bench.files.globalFile, line: 5 }]);
    },
  );

  test.each([
    // As Go reads it: an empty alternative is found in every text.
    ['Bash|', 'Anything', true],
    ['', 'Anything', true],
    ['   ', 'Anything', true],
    [undefined, 'Anything', true],
    ['.*', 'Anything', true],
    ['^$', 'Anything', false],
  ])('B117: %j matches %s: %s', async (matcher, tool, wanted) => {
    expect(await matches(matcher, tool)).toBe(wanted);
  });

  test.each([
    ['Edit', 'Edit', true],
    ['Edit', 'NotebookEdit', true],
    ['Edit', 'edit', false],
    ['^Edit$', 'Edit', true],
    ['^Edit$', 'NotebookEdit', false],
    ['Write|Edit', 'Write', true],
    ['Write|Edit', 'MultiEdit', true],
    ['^(Write|Edit)$', 'MultiEdit', false],
    ['(?i)edit', 'NotebookEDIT', true],
    ['mcp__.*__write', 'mcp__files__write_all', true],
    ['.', 'Bash', true],
  ])('B118: %s searches the tool name %s as Go does: %s', async (matcher, tool, wanted) => {
    expect(await matches(matcher, tool)).toBe(wanted);
  });

  test.each(['Bash', '^B', 'h$', 'a|s'])('B119: %s matches the same event each time', async (matcher) => {
    const bench = await foyaBench([{ command: 'exit 49', matcher }]);
    for (let round = 0; round < 3; round++) expect((await bench.dispatch()).halt).toBe(true);
    const together = await Promise.all([bench.dispatch(), bench.dispatch(), bench.dispatch()]);
    expect(together.map(({ halt }) => halt)).toEqual([true, true, true]);
  });
});

describe.skipIf(!onPosix)('loads that overlap', () => {
  test('B122: the newest state of the files wins, though an older load had more to read', async () => {
    const bench = await foyaBench([], {
      hooks: [{ event: 'Stop', handler: { type: 'command', command: 'true' }, id: 'in-code' }],
    });
    await bench.files.writeGlobalHooks([]);
    const large = JSON.stringify(
      Array.from({ length: 3_000 }, () => ({ event: 'Stop', command: `: ${'x'.repeat(200)}` })),
    );
    const event = { name: 'Stop', sessionId: 's1' };
    for (let round = 0; round < 10; round++) {
      writeFileSync(bench.files.globalFile, large);
      const older = bench.runner.explain(event);
      writeFileSync(
        bench.files.globalFile,
        JSON.stringify([{ id: `newest-${round}`, event: 'Stop', command: 'true' }]),
      );
      const newer = bench.runner.explain(event);
      const explanations = await Promise.all([older, newer]);
      expect(explanations[1].runs.map(({ hook }) => hook.id)).toEqual([`newest-${round}`, 'in-code']);
      expect(bench.runner.hooks().map(({ id }) => id)).toEqual([`newest-${round}`, 'in-code']);
    }
  });
});
