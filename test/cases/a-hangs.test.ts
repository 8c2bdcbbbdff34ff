/** Theme A of the fault cases: pipes held open, stdin left open, hooks that never settle. */
import { join } from 'node:path';
import { type RunReport, runCommand } from 'hookcell';
import { describe, expect, test } from 'vitest';
import { cliPath } from '../support/cli.js';
import { foyaBench, onlyRun, toolEvent } from '../support/foya.js';
import { runFixture } from '../support/node-program.js';
import { hasProgram } from '../support/programs.js';
import { shareSupervisor } from '../support/share-supervisor.js';
import { hasShell, inShell, SHELLS } from '../support/shells.js';
import { nextMark, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';
import { inTerminal } from '../support/terminal.js';
import { waitUntil } from '../support/wait-until.js';

shareSupervisor();

/** The bound of the cases for "at once", from the exit of the leader; three times as long, for noisy machines. */
const SOON_MS = 3_000;
/** No more is certain of its name: a child that has not come to its exec yet bears that of its shell. */
const A_PROCESS = { pid: expect.any(Number), command: expect.stringMatching(/./) };
const DENY = `echo '{"decision":"deny","reason":"r1"}'`;

describe('B001: a background child that keeps a pipe open delays nothing and is killed', () => {
  const KEEPERS: readonly (readonly [string, (mark: string) => string])[] = [
    ['of stdout and stderr', (mark) => `sleep ${mark} &`],
    ['of stdout', (mark) => `sleep ${mark} 2>/dev/null &`],
    ['of stderr', (mark) => `sleep ${mark} >/dev/null &`],
    ['in a subshell', (mark) => `(sleep ${mark} &);`],
    ['under nohup', (mark) => `nohup sleep ${mark} &`],
    ...(hasProgram('setsid')
      ? [['in a kernel session of its own', (mark: string) => `setsid sleep ${mark} &`] as const]
      : []),
    ['behind a pipeline', (mark) => `sleep ${mark} | cat &`],
    ['through another descriptor', (mark) => `exec 7>&1; sleep ${mark} >&7 2>/dev/null &`],
  ];
  test.each(KEEPERS)('%s', async (_, keeper) => {
    const mark = nextMark();
    const bench = await foyaBench([`${keeper(mark)} ${DENY}`]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'r1' });
    const report = reportOf(outcome);
    expect(report.leftovers).toMatchObject({ survived: [], kept: [], pipesHeld: true });
    expect(report.leftovers.killed).toContainEqual(A_PROCESS);
    expect(settling(report)).toBeLessThan(SOON_MS);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')(
    'and is named, once it is what it was started as (needs /proc)',
    async () => {
      const mark = nextMark();
      const bench = await foyaBench([`sleep ${mark} & until grep -q sleep /proc/$!/comm; do :; done; exit 2`]);
      const { leftovers } = reportOf(await bench.dispatch());
      expect(leftovers.killed).toEqual([{ pid: expect.any(Number), command: 'sleep' }]);
      expect(await survivorsWithin(mark)).toEqual([]);
    },
  );

  for (const shell of SHELLS) {
    test.skipIf(!hasShell(shell))(`through ${shell}`, async () => {
      const mark = nextMark();
      const bench = await foyaBench([inShell(shell, `sleep ${mark} & ${DENY}`)]);
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'deny', reason: 'r1' });
      expect(reportOf(outcome).leftovers).toMatchObject({ killed: [A_PROCESS], pipesHeld: true });
      expect(settling(reportOf(outcome))).toBeLessThan(SOON_MS);
      expect(await survivorsWithin(mark)).toEqual([]);
    });
  }

  test.each([
    [2, { decision: 'deny', halt: false, reason: 'no' }],
    [49, { decision: 'deny', halt: true, reason: 'no' }],
    [7, { decision: 'none', halt: false }],
  ])('and decides by exit code %i', async (code, wanted) => {
    const mark = nextMark();
    const bench = await foyaBench([`sleep ${mark} & echo no >&2; exit ${code}`]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject(wanted);
    expect(reportOf(outcome).ending).toEqual({ kind: 'exited', code });
    expect(settling(reportOf(outcome))).toBeLessThan(SOON_MS);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.each(['PostToolUse', 'Stop', 'SessionStart', 'SubagentStop'])('at %s', async (name) => {
    const mark = nextMark();
    const bench = await foyaBench([{ event: name, command: `sleep ${mark} & echo '{"context":["c"]}'` }]);
    const outcome = await bench.dispatch({ name });
    expect(outcome.context).toEqual(['c']);
    expect(settling(reportOf(outcome))).toBeLessThan(SOON_MS);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.each([
    ['an async hook', { event: 'PreToolUse', async: true }],
    ['an observer', { event: 'TurnComplete' }],
  ])('also of %s', async (_, entry) => {
    const mark = nextMark();
    const bench = await foyaBench([{ ...entry, command: `sleep ${mark} & echo '{}'` }]);
    await bench.dispatch({ name: entry.event });
    await bench.runner.idle();
    expect(bench.records).toMatchObject([
      { background: true, ending: { kind: 'exited', code: 0 }, leftovers: { killed: [A_PROCESS] } },
    ]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('also of each of eight hooks side by side', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`sleep ${mark} & ${DENY}`]);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => bench.dispatch()));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ decision: 'deny', reason: 'r1' });
      // Own child only: nobody is charged with the child of a neighbour.
      expect(reportOf(outcome).leftovers.killed).toHaveLength(1);
    }
    expect(new Set(outcomes.map((outcome) => reportOf(outcome).leftovers.killed[0]?.pid)).size).toBe(8);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B003: a writer that floods the pipe after the leader is gone is ended and counted', () => {
  const FLOODS: readonly (readonly [string, 'stdout' | 'stderr', string])[] = [
    ['yes on stdout', 'stdout', 'yes MARK &'],
    ['yes on stderr', 'stderr', 'yes MARK >&2 &'],
    ['zeros', 'stdout', '{ cat /dev/zero & }; sleep MARK &'],
    ['a loop of the shell', 'stdout', '(while :; do echo MARK; done) & sleep MARK &'],
    ['two at once', 'stdout', 'yes MARK & yes MARK &'],
    ['one that ignores SIGTERM', 'stdout', `sh -c 'trap "" TERM; exec yes MARK' &`],
  ];
  test.each(FLOODS)('%s', async (_, stream, flood) => {
    const mark = nextMark();
    // The leader stays long enough for the flood to begin.
    const command = `${flood.replaceAll('MARK', mark)} sleep 0.5; echo '{"decision":"allow"}'`;
    const report = await runCommand({ command, limits: { [`${stream}Bytes`]: 65_536 } });
    expect(report.ending).toEqual({ kind: 'exited', code: 0 });
    expect(settling(report)).toBeLessThan(SOON_MS);
    expect(report[stream]).toMatchObject({ truncated: true });
    expect(Buffer.byteLength(report[stream].text)).toBeLessThan(66_000);
    expect(report.leftovers).toMatchObject({ survived: [], pipesHeld: true });
    expect(report.leftovers.killed.length).toBeGreaterThan(0);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('as a hook: its output over the cap is an error, its exit code 2 stands', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`yes ${mark} & sleep 0.5; echo '{"decision":"allow"}'`, `yes ${mark} & exit 2`]);
    const outcome = await bench.dispatch();
    expect(outcome.decision).toBe('deny');
    expect(outcome.runs[0]?.failure).toMatchObject({ kind: 'output', applied: 'open' });
    expect(outcome.runs[1]?.verdict).toMatchObject({ decision: 'deny', reason: 'blocked by hook' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('in flat memory, for twenty floods one after another', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`yes ${mark} & exit 2`], { supervisor: 'in-process' });
    await bench.dispatch();
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 20; count += 1) expect((await bench.dispatch()).decision).toBe('deny');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B005: the tail of what a hook wrote is never lost', () => {
  const TAILS: readonly (readonly [string, string, object])[] = [
    ['blanks before JSON', `${blanks(60_000)}; echo '{"decision":"deny","reason":"tail"}'`, { reason: 'tail' }],
    [
      'a last line without line end',
      `${blanks(65_000)}; printf '{"decision":"deny","reason":"tail"}'`,
      { reason: 'tail' },
    ],
    ['a reason on stderr', `${blanks(60_000)} >&2; echo tail >&2; exit 2`, { reason: 'tail' }],
    ['a child that writes last', `${blanks(30_000)}; (echo '{"decision":"deny","reason":"tail"}')`, { reason: 'tail' }],
  ];
  test.each(TAILS)('%s: 50 of 50', async (_, command, wanted) => {
    const bench = await foyaBench([command]);
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => bench.dispatch()));
      for (const outcome of outcomes) expect(outcome).toMatchObject({ decision: 'deny', ...wanted });
    }
    expect(bench.records).toHaveLength(50);
  });

  test('a megabyte arrives whole', async () => {
    for (let count = 0; count < 10; count += 1) {
      const report = await runCommand({ command: `${blanks(1_000_000)}; echo end` });
      expect(report.stdout).toMatchObject({ bytes: 1_000_004, truncated: false });
      expect(report.stdout.text.endsWith(' end\n')).toBe(true);
    }
  });

  test('a child that outlives the leader shortly is still read', async () => {
    // The reader at the other end of the fifo is the child: it writes once the leader is about to be gone.
    const bench = await foyaBench([
      `mkfifo "$T_DIR/f"; (cat "$T_DIR/f" >/dev/null; echo '{"decision":"deny","reason":"late"}') & exec 5>"$T_DIR/f"; exit 0`,
    ]);
    expect(await bench.dispatch()).toMatchObject({ decision: 'deny', reason: 'late' });
  });
});

describe('B006: a hook that closes its streams early decides by its exit code', () => {
  const CLOSERS: readonly (readonly [string, string])[] = [
    ['stdout and stderr', 'exec >&- 2>&-'],
    ['stdout', 'exec >&-'],
    ['stderr', 'exec 2>&-'],
    ['all three', 'exec <&- >&- 2>&-'],
    ['by sending them elsewhere', 'exec >/dev/null 2>&1'],
  ];
  test.each(CLOSERS)('%s', async (_, close) => {
    const bench = await foyaBench([`${close}; sleep 0.7; exit 2`]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'blocked by hook' });
    // Half of it: a cell that is held up notices the launch late.
    expect(reportOf(outcome).timing.runMs).toBeGreaterThan(350);
    expect(settling(reportOf(outcome))).toBeLessThan(SOON_MS);
  });

  test.each([
    [0, 'none'],
    [49, 'deny'],
    [9, 'none'],
  ])('code %i', async (code, decision) => {
    const bench = await foyaBench([`exec >&- 2>&-; sleep 0.3; exit ${code}`]);
    const outcome = await bench.dispatch();
    expect(outcome).toMatchObject({ decision, halt: code === 49 });
    expect(reportOf(outcome).ending).toEqual({ kind: 'exited', code });
  });

  test('a timeout still counts for it', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`exec >&- 2>&-; sleep ${mark}`], { limits: { timeoutMs: 500 } });
    expect(reportOf(await bench.dispatch()).ending).toEqual({ kind: 'timed-out' });
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B007: stdin is closed after the last byte', () => {
  const SIZES = [0, 2, 65_535, 65_536, 65_537, 5 * 1024 * 1024];
  test.each(SIZES)('runCommand with %i bytes', async (size) => {
    const report = await runCommand({ command: 'wc -c', stdin: 'x'.repeat(size), limits: { timeoutMs: 20_000 } });
    expect(report.ending).toEqual({ kind: 'exited', code: 0 });
    expect(report.stdout.text.trim()).toBe(String(size));
    expect(report.leftovers).toMatchObject({ killed: [], pipesHeld: false });
  });

  const READERS: readonly (readonly [string, string])[] = [
    ['cat', 'cat >/dev/null'],
    ['a program', 'wc -l >/dev/null'],
    ['a child', '(cat) >/dev/null'],
    ['a pipeline', 'cat | cat >/dev/null'],
    ['/dev/stdin', 'cat /dev/stdin >/dev/null'],
  ];
  test.each(READERS)(
    'a hook that reads to the end by %s denies at once, small payload and large',
    async (_, reader) => {
      const bench = await foyaBench([`${reader}; echo '{"decision":"deny"}'`]);
      const { tool, ...event } = toolEvent();
      for (const size of [0, 64 * 1024, 5 * 1024 * 1024]) {
        const outcome = await bench.dispatch({
          ...event,
          tool: { ...tool, name: 'Bash', input: { text: 'x'.repeat(size) } },
        });
        expect(outcome.decision).toBe('deny');
        expect(outcome.durationMs).toBeLessThan(15_000);
      }
    },
  );

  test('a hook that was given no event payload of its own sees the end as well, in every shell', async () => {
    for (const shell of SHELLS.filter(hasShell)) {
      const report = await runCommand({ command: inShell(shell, 'cat; echo end'), limits: { timeoutMs: 20_000 } });
      expect(report.stdout.text).toBe('end\n');
    }
  });
});

// The `script` of util-linux: those of other systems take other options.
const hasScript = process.platform === 'linux' && hasProgram('script');

describe('B008: a hook has no terminal to prompt on', () => {
  const PROMPTS: readonly (readonly [string, string, string])[] = [
    ['read', 'sh', 'read x </dev/tty; exit 2'],
    ['a silent read of bash', 'bash', `bash -c 'read -s -p prompted x </dev/tty'; exit 2`],
    ['a write', 'sh', '{ echo prompted >/dev/tty; } || exit 2'],
    ['a program that opens it', 'stty', 'stty -echo </dev/tty; exit 2'],
    ['a background child', 'sh', '(cat </dev/tty) & wait; exit 2'],
    ['getpass', 'python3', `python3 -c 'open("/dev/tty", "r+b", 0).write(b"prompted")'; exit 2`],
  ];
  for (const [what, program, command] of PROMPTS) {
    test.skipIf(!hasScript || !hasProgram(program))(`${what} (needs script, ${program})`, async () => {
      const { code, screen, outcome } = await runInTerminal(command);
      expect(code).toBe(2);
      expect(outcome.runs).toMatchObject([{ report: { ending: { kind: 'exited', code: 2 }, signals: [] } }]);
      // The open fails at once: `No such device or address`.
      expect(outcome.reason).toMatch(/tty|device/i);
      expect(screen).not.toContain('prompted');
      expect(outcome.durationMs).toBeLessThan(15_000);
    });
  }

  test.skipIf(!hasScript)('it leads a kernel session of its own, without terminal (needs script)', async () => {
    // Session number and terminal, proc(5): its own pid, and none.
    const { outcome } = await runInTerminal(`cut -d' ' -f6,7 /proc/$$/stat | sed "s/^$$ /own /" >&2; exit 2`);
    expect(outcome.reason).toBe('own 0');
  });

  async function runInTerminal(command: string) {
    const { root, home, project } = await temporaryProject([command]);
    const words = [process.execPath, cliPath, 'run', 'PreToolUse', '--json', '--home', home, '--project', project];
    const { stdout, ...seen } = await inTerminal(words, join(root, 'stdout'));
    return { ...seen, outcome: JSON.parse(stdout) };
  }
});

describe('B010: an async hook never keeps its host alive', () => {
  test.each([
    ['close', 'process', `sleep MARK`],
    ['close', 'in-process', `sleep MARK`],
    ['close', 'process', `sleep MARK & sleep MARK & wait`],
    ['now', 'process', `trap '' TERM; while :; do sleep MARK; done`],
    ['now', 'in-process', `trap '' TERM; while :; do sleep MARK; done`],
  ])('the host leaves by %s (%s supervisor): %s', async (mode, supervisor, command) => {
    const mark = nextMark();
    const files = await temporaryProject([{ command: command.replaceAll('MARK', mark), async: true }]);
    const host = await runFixture('background-host.mjs', [files.home, mode, supervisor]);
    expect(host).toMatchObject({ code: 0, stderr: '' });
    expect(host.msAfterReady).toBeLessThan(5_000);
    const records = JSON.parse(host.stdout.split('\n')[1] ?? '');
    expect(records).toMatchObject([{ type: 'hook_completed', background: true, error: { kind: 'abort' } }]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('a host that forgets to close leaves all the same, and its hook is ended after it', async () => {
    const mark = nextMark();
    const files = await temporaryProject([{ command: `sleep ${mark}`, async: true }]);
    const host = await runFixture('background-host.mjs', [files.home, 'forget']);
    expect(host).toMatchObject({ code: 0, stderr: '' });
    expect(host.msAfterReady).toBeLessThan(5_000);
    expect(await survivorsWithin(mark, 5_000)).toEqual([]);
  });

  test('a host that waits for its hooks gets them whole', async () => {
    const files = await temporaryProject([{ command: 'sleep 0.5; exit 0', async: true }]);
    const host = await runFixture('background-host.mjs', [files.home, 'idle']);
    expect(JSON.parse(host.stdout.split('\n')[1] ?? '')).toMatchObject([
      { type: 'hook_completed', background: true, ending: { kind: 'exited', code: 0 } },
    ]);
  });
});

test('B001, B003, B007: a dispatch that settled has written exactly one record a hook', async () => {
  const mark = nextMark();
  const bench = await foyaBench([`sleep ${mark} & echo '{}'`, `yes ${mark} & exit 2`, 'cat >/dev/null']);
  await bench.dispatch();
  await waitUntil(() => bench.records.length >= 3, { what: 'three records' });
  expect(bench.records.map((record) => record.type)).toEqual(Array(3).fill('hook_completed'));
  expect(await survivorsWithin(mark)).toEqual([]);
});

function reportOf(outcome: Parameters<typeof onlyRun>[0]): RunReport {
  const { report } = onlyRun(outcome);
  if (report === undefined) throw new Error('The run has no report');
  return report;
}

/** How long the run went on after the exit of its leader; reading and the end of the tree go side by side. */
function settling({ timing }: RunReport): number {
  return Math.max(timing.drainMs, timing.endTreeMs);
}

/** A command that writes so many blanks. */
function blanks(count: number): string {
  return `head -c ${count} /dev/zero | tr '\\0' ' '`;
}
