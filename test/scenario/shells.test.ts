/** One set of behaviours over every shell that people write hooks for: the hook's text hands over to it by `exec`. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FoyaBench, foyaBench, onlyRun } from '../support/foya.js';
import { hasProgram } from '../support/programs.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import type { FoyaEntry } from '../support/temporary-project.js';
import { waitUntil } from '../support/wait-until.js';

const SHELLS = [
  { name: 'sh', program: 'sh', start: '' },
  { name: 'dash', program: 'dash', start: 'exec dash -c' },
  { name: 'bash', program: 'bash', start: 'exec bash -c' },
  { name: 'busybox sh', program: 'busybox', start: 'exec busybox sh -c' },
  { name: 'zsh', program: 'zsh', start: 'exec zsh -fc' },
];

for (const { name, program, start } of SHELLS) {
  describe.skipIf(process.platform === 'win32' || !hasProgram(program))(`a hook in ${name}`, () => {
    const inShell = (text: string) => (start === '' ? text : `${start} '${text.replaceAll("'", `'\\''`)}'`);
    const bench = (text: string, entry: Exclude<FoyaEntry, string> = {}) =>
      foyaBench([{ ...entry, command: inShell(text) }]);

    test('denies by JSON', async () => {
      const { dispatch } = await bench(`echo '{"decision":"deny","reason":"not in this house"}'`);
      expect(await dispatch()).toMatchObject({ decision: 'deny', halt: false, reason: 'not in this house' });
    });

    test('denies by exit 2, with stderr as the reason, whatever stdout says', async () => {
      const { dispatch } = await bench(
        `echo '{"decision":"allow"}'; echo "line one" >&2; echo 'line "two" ü' >&2; exit 2`,
      );
      expect(await dispatch()).toMatchObject({ decision: 'deny', halt: false, reason: 'line one\nline "two" ü' });
    });

    test('denies and halts by exit 49', async () => {
      const { dispatch } = await bench('echo enough >&2; exit 49');
      expect(await dispatch()).toMatchObject({ decision: 'deny', halt: true, reason: 'enough' });
    });

    test('has no opinion when it crashes or kills itself', async () => {
      const crashed = await (await bench('exit 7')).dispatch();
      expect(crashed).toMatchObject({ decision: 'none', runs: [{ failure: { kind: 'crash', applied: 'open' } }] });
      const killed = await (await bench('kill -9 $$')).dispatch();
      expect(killed).toMatchObject({
        decision: 'none',
        runs: [{ failure: { kind: 'signal' }, report: { ending: { kind: 'signalled', signal: 'SIGKILL' } } }],
      });
    });

    test.each([0, 10, 70_000, 3_000_000])('reads all of a payload with %i bytes of command', async (bytes) => {
      const command = `${'ü'.repeat(bytes / 2)} "end"`;
      const made = await bench(`cat >"$T_DIR/payload"`);
      await made.dispatch({ tool: { name: 'Bash', input: { command } } });
      const payload = JSON.parse(await readFile(join(made.files.root, 'payload'), 'utf8'));
      expect(payload).toMatchObject({ version: 1, event: 'PreToolUse', tool_input: { command } });
    });

    test('reads the payload line by line with its own read', async () => {
      const made = await bench(
        `while IFS= read -r line || [ -n "$line" ]; do printf %s "$line"; done >"$T_DIR/payload"`,
      );
      await made.dispatch({ tool: { name: 'Bash', input: { command: 'a\\b\n"c"' } } });
      const payload = JSON.parse(await readFile(join(made.files.root, 'payload'), 'utf8'));
      expect(payload.tool_input).toEqual({ command: 'a\\b\n"c"' });
    });

    test.each([
      ['a child', 'sleep MARK'],
      ['a child in the background', 'sleep MARK & wait'],
      ['a pipeline', 'sleep MARK | cat'],
      ['a subshell', '( ( sleep MARK; : ); : ); :'],
      ['a child that left the session', 'setsid sleep MARK & sleep MARK'],
      ['a child, both deaf to TERM', `trap '' TERM; sleep MARK; sleep MARK`],
    ])('is ended at its timeout together with %s', async (_what, text) => {
      const mark = nextMark();
      const made = await bench(text.replaceAll('MARK', mark), { timeout: 1 });
      const outcome = await made.dispatch();
      const { failure, report } = onlyRun(outcome);
      expect(outcome.decision).toBe('none');
      expect(failure?.kind).toBe('timeout');
      expect(report?.ending).toEqual({ kind: 'timed-out' });
      expect(outcome.durationMs).toBeLessThan(15_000);
      await expectNoneLeft(made, mark);
    });

    test.each([
      ['keeps stdout', 'sleep MARK &'],
      ['keeps nothing', 'sleep MARK >/dev/null 2>&1 </dev/null &'],
      ['left the session', 'setsid sleep MARK & '],
      ['ignores HUP and TERM', `(trap '' HUP TERM; sleep MARK) &`],
    ])('is not held up by a child in the background that %s, and the child is ended', async (_what, background) => {
      const mark = nextMark();
      // The hook ends when its child is there, or the child could not be told from one that never was.
      const made = await bench(
        `${background.replaceAll('MARK', mark)} until [ -e "$T_DIR/go" ]; do sleep 0.02; done
         echo '{"decision":"deny","reason":"r1"}'`,
      );
      const dispatched = made.dispatch();
      await waitUntil(() => survivors(mark).length > 0);
      await writeFile(join(made.files.root, 'go'), '');
      const outcome = await dispatched;
      expect(outcome).toMatchObject({ decision: 'deny', reason: 'r1' });
      expect(onlyRun(outcome).report?.timing.endTreeMs).toBeLessThan(5_000);
      await expectNoneLeft(made, mark);
    });

    test('runs in the background when it is asynchronous, and its answer counts for nothing', async () => {
      const made = await bench(`cat >/dev/null; touch "$T_DIR/ran"; exit 2`, { async: true });
      const outcome = await made.dispatch();
      expect(outcome).toMatchObject({ decision: 'none', runs: [], background: [expect.any(String)] });
      await made.runner.idle();
      expect(existsSync(join(made.files.root, 'ran'))).toBe(true);
    });

    test('is ended with its children when the dispatch is aborted', async () => {
      const mark = nextMark();
      const made = await bench(`sleep ${mark} & sleep ${mark}`);
      const abort = new AbortController();
      const dispatched = made.dispatch({}, { signal: abort.signal });
      await waitUntil(() => survivors(mark).length >= 2);
      abort.abort();
      expect((await dispatched).aborted).toBe(true);
      await expectNoneLeft(made, mark);
    });
  });
}

async function expectNoneLeft(bench: FoyaBench, mark: string): Promise<void> {
  expect(await survivorsWithin(mark)).toEqual([]);
  expect(bench.records).toHaveLength(1);
  expect(bench.records).toMatchObject([{ leftovers: { survived: [] } }]);
}
