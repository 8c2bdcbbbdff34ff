/** Theme C of the fault cases: whatever a hook starts is gone when its run has settled. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunReport, runCommand } from 'hookcell';
import { describe, expect, test } from 'vitest';
import type { ProcessEntry, ProcessReader } from '#hookcell/processes/process-entry.js';
import { processReaderFor } from '#hookcell/processes/processes.js';
import { signalGroup, signalProcess } from '#hookcell/processes/signal.js';
import { cliPath, runCli } from '../support/cli.js';
import { foyaBench, onlyRun } from '../support/foya.js';
import { runFixture } from '../support/node-program.js';
import { findProgram, hasProgram } from '../support/programs.js';
import { shareSupervisor } from '../support/share-supervisor.js';
import { hasShell, inShell, SHELLS } from '../support/shells.js';
import { nextMark, survivors, survivorsWithin } from '../support/survivors.js';
import { temporaryProject } from '../support/temporary-project.js';
import { inTerminal } from '../support/terminal.js';
import { waitUntil } from '../support/wait-until.js';

shareSupervisor();

const GRACE_MS = 300;
/** The cases allow one second after the grace; three here, for noisy machines. */
const MARGIN_MS = 3_000;
const LIMITS = { timeoutMs: 600, graceMs: GRACE_MS };

/** `MARK` stands for the mark; the second word names the program that a tree needs. */
type Tree = readonly [what: string, program: string, command: string];

/** Ended by their deadline: those of the repros, and those that must come to a certain point unseen. */
const TIMED: readonly Tree[] = [
  ['B022: a child of the shell', 'sh', 'sleep MARK; echo x'],
  ['B022: everyone ignores all there is', 'sh', `trap '' TERM INT HUP QUIT PIPE; sleep MARK & sleep MARK; sleep MARK`],
  ['B022: a stopped leader', 'sh', 'sleep MARK & kill -STOP $$; wait'],
  ['B022: a stopped child', 'sh', 'sleep MARK & kill -STOP $!; wait'],
  ['B022: a whole stopped group', 'sh', 'sleep MARK & sleep MARK & kill -STOP 0; wait'],
  ['B024: set -m of bash', 'bash', `bash -c 'set -m; sleep MARK & disown; sleep MARK'`],
  ['B026: a double fork', 'sh', '(sleep MARK & sleep MARK &) ; sleep MARK'],
  [
    'B028: a child started by the handler of SIGTERM',
    'sh',
    `trap 'sleep MARK & exit 0' TERM; while :; do sleep 0.05; done`,
  ],
  [
    'B028: one in a group of its own',
    'bash',
    `bash -c 'set -m; trap "sleep MARK & exit 0" TERM; while :; do sleep 0.05; done'`,
  ],
  [
    'B028: one in a session of its own',
    'setsid',
    `trap 'setsid sleep MARK & exit 0' TERM; while :; do sleep 0.05; done`,
  ],
  [
    'B028: five, and the handler waits',
    'sh',
    `trap 'for i in 1 2 3 4 5; do sleep MARK & done; wait' TERM; while :; do sleep 0.05; done`,
  ],
  [
    'B028: one that ignores SIGTERM itself',
    'sh',
    `trap 'trap "" TERM; sleep MARK & exit 0' TERM; while :; do sleep 0.05; done`,
  ],
  [
    'B028: a child that respawns at each SIGTERM',
    'sh',
    `again() { trap again TERM; sleep MARK & wait; }; again & again; again; again`,
  ],
];

/** Ended by an abort as soon as the mark is seen, so that it is certain that there was something to end. */
const SEEN: readonly Tree[] = [
  ['B022: a grandchild', 'sh', `sh -c 'sh -c "sleep MARK; :"; :'; :`],
  ['B022: a pipeline', 'sh', 'sleep MARK | sleep MARK | cat'],
  ['B022: a command substitution', 'sh', 'x=$(sleep MARK); :'],
  ['B022: a leader that was replaced', 'sh', 'exec sleep MARK'],
  [
    'B022: a chain ten deep',
    'sh',
    'deep() { if [ $1 -gt 0 ]; then (deep $(($1 - 1))); :; else sleep MARK; fi; }; deep 10; :',
  ],
  ['B022: thirty children', 'sh', 'for i in $(seq 30); do sleep MARK & done; wait'],
  ['B022: thirty children of thirty shells', 'sh', 'for i in $(seq 30); do (sleep MARK; :) & done; wait'],
  [
    'B022: everyone ignores SIGTERM',
    'sh',
    `trap '' TERM; (while :; do sleep MARK; done) & while :; do sleep MARK; done`,
  ],
  ['B022: GNU timeout', 'timeout', 'timeout 60 sleep MARK; :'],
  ['B022: GNU timeout in the background', 'timeout', 'timeout --foreground 60 sleep MARK & timeout 60 sleep MARK; :'],
  ['B022: nohup', 'nohup', 'nohup sleep MARK & nohup sleep MARK; :'],
  ['B022: xargs', 'xargs', 'echo MARK MARK | xargs -n1 -P2 sleep'],
  ['B022: find -exec', 'find', 'find / -maxdepth 0 -exec sleep MARK \\;'],
  ['B022: python', 'python3', `python3 -c 'import subprocess; subprocess.run(["sleep", "MARK"])'`],
  [
    'B022: node',
    'node',
    `node -e 'require("child_process").spawn("sleep", ["MARK"], { detached: true, stdio: "ignore" })' && sleep MARK`,
  ],
  ['B024: set -m of sh', 'sh', 'set -m; sleep MARK & sleep MARK'],
  ['B024: set -m of zsh', 'zsh', `zsh -c 'setopt monitor; sleep MARK & disown; sleep MARK'`],
  ['B024: an interactive bash', 'bash', `bash --norc -i -c 'sleep MARK & sleep MARK; :'`],
  ['B024: setsid', 'setsid', 'setsid sleep MARK & sleep MARK'],
  ['B024: setsid --wait of a setsid', 'setsid', 'setsid --wait setsid --wait sleep MARK; :'],
  ['B024: script, with a terminal of its own', 'script', 'script -qec "sleep MARK" /dev/null; :'],
  ['B026: a double fork with setsid', 'setsid', '(setsid sleep MARK & setsid sleep MARK &) ; sleep MARK'],
  [
    'B026: a daemon of python',
    'python3',
    `python3 -c 'import os,sys
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.execvp("sleep", ["sleep", "MARK"])'; sleep MARK`,
  ],
  ['B026: a daemon with closed streams', 'setsid', '(setsid sleep MARK <&- >&- 2>&- &) ; sleep MARK'],
];

describe('neither a timeout nor an abort leaves a process of the tree', () => {
  for (const [what, program, tree] of TIMED) {
    test.skipIf(!hasProgram(program))(`${what} (needs ${program})`, async () => {
      const mark = nextMark();
      const report = await runCommand({ command: tree.replaceAll('MARK', mark), limits: LIMITS });
      expect(report.ending).toEqual({ kind: 'timed-out' });
      expect(report.timing.endTreeMs).toBeLessThan(GRACE_MS + MARGIN_MS);
      expect(report.leftovers.survived).toEqual([]);
      expect(await survivorsWithin(mark)).toEqual([]);
    });
  }

  for (const [what, program, tree] of SEEN) {
    test.skipIf(!hasProgram(program))(`${what}, aborted (needs ${program})`, async () => {
      const mark = nextMark();
      const controller = new AbortController();
      const command = tree.replaceAll('MARK', mark);
      const pending = runCommand({ command, signal: controller.signal, limits: { graceMs: GRACE_MS } });
      await waitUntil(() => survivors(mark).length >= (what.includes('thirty') ? 30 : 1), { timeoutMs: 20_000 });
      controller.abort();
      const report = await pending;
      expect(report.ending).toEqual({ kind: 'aborted' });
      expect(report.timing.endTreeMs).toBeLessThan(GRACE_MS + MARGIN_MS);
      expect(report.leftovers.survived).toEqual([]);
      expect(await survivorsWithin(mark)).toEqual([]);
    });
  }

  for (const shell of SHELLS) {
    test.skipIf(!hasShell(shell))(`B022, B026: through ${shell}`, async () => {
      const mark = nextMark();
      const command = inShell(shell, `(sleep ${mark} & sleep ${mark} &) ; sleep ${mark} | cat; echo x`);
      const bench = await foyaBench([command], { limits: LIMITS });
      expect(onlyRun(await bench.dispatch()).failure?.kind).toBe('timeout');
      expect(await survivorsWithin(mark)).toEqual([]);
    });
  }

  test('B022: six trees side by side, and each run names only its own', async () => {
    const mark = nextMark();
    const reports = await Promise.all(
      Array.from({ length: 6 }, () => runCommand({ command: `sleep ${mark} & sleep ${mark}; :`, limits: LIMITS })),
    );
    for (const { leftovers } of reports) expect(leftovers).toMatchObject({ survived: [], kept: [] });
    const pids = reports.flatMap(({ leftovers }) => leftovers.killed.map(({ pid }) => pid));
    expect(new Set(pids).size).toBe(pids.length);
    expect(pids.length).toBe(12);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('B022: an async hook with the default grace', async () => {
    const mark = nextMark();
    const bench = await foyaBench([{ command: `sleep ${mark} & sleep ${mark}; :`, timeout: 1, async: true }]);
    await bench.dispatch();
    await bench.runner.idle();
    expect(bench.records).toMatchObject([{ background: true, error: { kind: 'timeout' } }]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B030, B031: no `ps` of the PATH is needed or asked', () => {
  const PS: readonly (readonly [string, string | undefined])[] = [
    ['missing', undefined],
    ['one that fails', '#!/bin/sh\nexit 1\n'],
    ['one that hangs', '#!/bin/sh\nexec sleep MARK\n'],
    ['one that lies', `#!/bin/sh\necho '  PID  PPID'; echo '    1     1'\n`],
  ];
  test.each(PS)('%s', async (_, ps) => {
    const mark = nextMark();
    const files = await temporaryProject([{ command: `(sleep ${mark} &) ; sleep ${mark}; :`, timeout: 1 }]);
    const path = join(files.root, 'bin');
    await mkdir(path);
    for (const name of ['sh', 'node', 'sleep']) await symlink(findProgram(name) ?? '', join(path, name));
    if (ps !== undefined) {
      await writeFile(join(path, 'ps'), ps.replace('MARK', mark));
      await chmod(join(path, 'ps'), 0o755);
    }
    const host = await runFixture('timeout-host.mjs', [files.home], { env: { PATH: path } });
    expect(host).toMatchObject({ code: 0, stderr: '' });
    expect(host.msAfterReady).toBeLessThan(10_000);
    expect(JSON.parse(host.stdout.split('\n')[1] ?? '').runs).toMatchObject([
      { failure: { kind: 'timeout' }, report: { leftovers: { survived: [] } } },
    ]);
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B033: a refused signal loses no result', () => {
  const refused = (code: string) => () => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  };

  test.each(['EPERM', 'ESRCH'])('signalGroup: %s means that nobody is left in the group', (code) => {
    expect(signalGroup(4_000_000, 'SIGTERM', refused(code))).toBe('gone');
  });

  test('signalGroup: EPERM once, then the signal goes out', () => {
    const sent: [number, unknown][] = [];
    let calls = 0;
    const kill = (pid: number, signal: NodeJS.Signals | 0) => {
      calls += 1;
      if (calls === 1) refused('EPERM')();
      sent.push([pid, signal]);
    };
    expect(signalGroup(4_000_000, 'SIGTERM', kill)).toBe('gone');
    expect(signalGroup(4_000_000, 'SIGKILL', kill)).toBe('sent');
    expect(sent).toEqual([[-4_000_000, 'SIGKILL']]);
  });

  test('signalProcess: EPERM of a live process is told, ESRCH is not', () => {
    expect(signalProcess(ENTRY, 'SIGTERM', readerOf(ENTRY), refused('EPERM'))).toBe('refused');
    expect(signalProcess(ENTRY, 'SIGTERM', readerOf(ENTRY), refused('ESRCH'))).toBe('gone');
  });

  test.each([
    ['gone', undefined],
    ['a zombie', { zombie: true }],
    ['another with the same pid', { startTime: 8 }],
  ])('signalProcess: who is %s is sent nothing', (_, now) => {
    const reader = readerOf(now === undefined ? undefined : { ...ENTRY, ...now });
    expect(
      signalProcess(ENTRY, 'SIGTERM', reader, () => {
        throw new Error('It was sent something');
      }),
    ).toBe('gone');
  });

  test('a hook that ends while it is being ended keeps its result', async () => {
    const mark = nextMark();
    const command = `trap 'echo bye; exit 3' TERM; echo hi; sleep ${mark} & wait`;
    const report = await runCommand({ command, limits: LIMITS });
    expect(report).toMatchObject({ ending: { kind: 'timed-out' }, stdout: { text: 'hi\nbye\n' } });
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B034: a hook that signals its own group hurts nobody else', () => {
  test.each([
    ['kill 0; sleep MARK', 'SIGTERM'],
    ['kill -TERM -$$; sleep MARK', 'SIGTERM'],
    ['kill -KILL 0; sleep MARK', 'SIGKILL'],
    ['kill -INT 0; sleep MARK', 'SIGINT'],
    ['kill -HUP 0; sleep MARK', 'SIGHUP'],
    ['sleep MARK & kill -QUIT 0; sleep MARK', 'SIGQUIT'],
    ['kill -ABRT $$; sleep MARK', 'SIGABRT'],
  ])('%s', async (command, signal) => {
    const mark = nextMark();
    const neighbour = runCommand({ command: 'sleep 0.5; echo alive' });
    const bench = await foyaBench([command.replaceAll('MARK', mark), 'echo >&2; exit 2'], { supervisor: 'in-process' });
    const outcome = await bench.dispatch();
    expect(outcome.runs[0]).toMatchObject({
      failure: { kind: 'signal', message: `Ended by signal ${signal}`, applied: 'open' },
      report: { ending: { kind: 'signalled', signal } },
    });
    expect(outcome.decision).toBe('deny');
    expect((await neighbour).stdout.text).toBe('alive\n');
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

describe('B035: a signal to the host ends the hook and the host', () => {
  const SIGNALS = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const;

  test.each(SIGNALS)('hookcell run, %s', async (signal, code) => {
    const mark = nextMark();
    const files = await temporaryProject([`sleep ${mark}; :`, `sleep ${mark}; exit 2`]);
    const args = ['run', 'PreToolUse', '--home', files.home, '--project', files.project];
    const result = await runCli(args, { onSpawn: (child) => void whenSeen(mark, () => child.kill(signal)) });
    expect(result).toMatchObject({ code, signal: null });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.each(SIGNALS)('hookcell exec, %s', async (signal, code) => {
    const mark = nextMark();
    const args = ['exec', '--', `(sleep ${mark} & sleep ${mark} &); sleep ${mark}; :`];
    const result = await runCli(args, { onSpawn: (child) => void whenSeen(mark, () => child.kill(signal)) });
    expect(result).toMatchObject({ code, signal: null });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('hookcell run with an async hook that it waits for', async () => {
    const mark = nextMark();
    const files = await temporaryProject([{ command: `sleep ${mark}; :`, async: true }]);
    const args = ['run', 'PreToolUse', '--home', files.home, '--project', files.project];
    const result = await runCli(args, { onSpawn: (child) => void whenSeen(mark, () => child.kill('SIGINT')) });
    expect(result).toMatchObject({ code: 130, signal: null });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('who ignores SIGTERM is killed after the grace', async () => {
    const mark = nextMark();
    const args = ['exec', '--grace', '300', '--', `trap '' TERM; while :; do sleep ${mark}; done`];
    const result = await runCli(args, { onSpawn: (child) => void whenSeen(mark, () => child.kill('SIGINT')) });
    expect(result).toMatchObject({ code: 130, signal: null });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('a second signal (%s) does not wait for the grace', async (second) => {
    const mark = nextMark();
    const files = await temporaryProject();
    const told = join(files.root, 'told');
    const command = `trap 'echo >"$TOLD"' TERM; while :; do sleep ${mark}; done`;
    let steps = Promise.resolve();
    const signalTwice = async (child: ChildProcess) => {
      await whenSeen(mark, () => child.kill('SIGINT'));
      await waitUntil(() => existsSync(told), { timeoutMs: 20_000, what: 'the first signal' });
      child.kill(second);
    };
    const result = await runCli(['exec', '--grace', '600000', '--', command], {
      env: { TOLD: told },
      onSpawn: (child) => {
        steps = signalTwice(child);
      },
    });
    await steps;
    expect(result).toMatchObject({ code: 130, signal: null });
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux' || !hasProgram('script'))(
    'Ctrl-C on a terminal (needs script)',
    async () => {
      const mark = nextMark();
      const files = await temporaryProject([`sleep ${mark}; :`]);
      const words = [process.execPath, cliPath, 'run', 'PreToolUse', '--home', files.home, '--project', files.project];
      const { code } = await inTerminal(words, join(files.root, 'stdout'), (type) => {
        void whenSeen(mark, () => type('\u0003'));
      });
      expect(code).toBe(130);
      expect(await survivorsWithin(mark)).toEqual([]);
    },
  );

  test('a host that is killed leaves no hook', async () => {
    const mark = nextMark();
    const files = await temporaryProject([`sleep ${mark} & sleep ${mark}; :`]);
    const args = ['run', 'PreToolUse', '--home', files.home, '--project', files.project];
    const result = await runCli(args, { onSpawn: (child) => void whenSeen(mark, () => child.kill('SIGKILL')) });
    expect(result.signal).toBe('SIGKILL');
    expect(await survivorsWithin(mark, 10_000)).toEqual([]);
  });

  async function whenSeen(mark: string, act: () => unknown): Promise<void> {
    await waitUntil(() => survivors(mark).length > 0, { timeoutMs: 20_000, what: 'the hook' });
    act();
  }
});

describe('B038: stragglers of a hook that succeeded are ended and named', () => {
  const STRAGGLERS: readonly Tree[] = [
    ['a child', 'sh', 'sleep MARK >/dev/null 2>&1 &'],
    ['a child without streams', 'sh', 'sleep MARK <&- >&- 2>&- &'],
    ['a double fork', 'sh', '(sleep MARK >/dev/null 2>&1 &);'],
    ['job control', 'bash', `bash -c 'set -m; sleep MARK >/dev/null 2>&1 & disown';`],
    ['nohup', 'nohup', 'nohup sleep MARK >/dev/null 2>&1 &'],
    ['a session of its own', 'setsid', 'setsid sleep MARK >/dev/null 2>&1 &'],
    ['a session of its own, double forked', 'setsid', '(setsid -f sleep MARK >/dev/null 2>&1);'],
    ['one that ignores SIGTERM', 'sh', `(trap '' TERM; exec sleep MARK) >/dev/null 2>&1 &`],
    ['a stopped one', 'sh', 'sleep MARK >/dev/null 2>&1 & kill -STOP $!;'],
    [
      'a stopped one in a session of its own',
      'setsid',
      `setsid sh -c 'kill -STOP $$; exec sleep MARK' x MARK >/dev/null 2>&1 &`,
    ],
    ['thirty', 'sh', 'for i in $(seq 30); do sleep MARK >/dev/null 2>&1 & done;'],
  ];
  for (const [what, program, straggler] of STRAGGLERS) {
    test.skipIf(!hasProgram(program))(`${what} (needs ${program})`, async () => {
      const mark = nextMark();
      const bench = await foyaBench([
        `${straggler.replaceAll('MARK', mark)} echo '{"decision":"allow","context":["c"]}'`,
      ]);
      const outcome = await bench.dispatch();
      expect(outcome).toMatchObject({ decision: 'allow', context: ['c'] });
      const report = reportOf(onlyRun(outcome).report);
      expect(report.ending).toEqual({ kind: 'exited', code: 0 });
      expect(report.timing.endTreeMs).toBeLessThan(MARGIN_MS);
      expect(report.leftovers).toMatchObject({ kept: [], survived: [] });
      expect(report.leftovers.killed.length).toBe(what === 'thirty' ? 30 : 1);
      expect(bench.records).toMatchObject([{ leftovers: { killed: report.leftovers.killed } }]);
      expect(await survivorsWithin(mark)).toEqual([]);
    });
  }

  test('with a code of its own, too', async () => {
    const mark = nextMark();
    const bench = await foyaBench([`sleep ${mark} >/dev/null 2>&1 & exit 2`, `sleep ${mark} >/dev/null 2>&1 & exit 1`]);
    const outcome = await bench.dispatch();
    expect(outcome.decision).toBe('deny');
    for (const { report } of outcome.runs) expect(report?.leftovers.killed).toHaveLength(1);
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('a hook that leaves nothing is charged with nothing', async () => {
    const bench = await foyaBench(['sleep 0.05 & wait; echo hi | cat >/dev/null']);
    const { report } = onlyRun(await bench.dispatch());
    expect(report).toMatchObject({ signals: [], leftovers: { killed: [], kept: [], survived: [], pipesHeld: false } });
  });
});

describe("B038: descendants: 'keep' leaves them alone and names them", () => {
  test.each([
    ['a child', 'sleep MARK >/dev/null 2>&1 &', false],
    ['a child that holds the pipes', 'sleep MARK &', true],
    ['a session of its own', 'setsid sleep MARK >/dev/null 2>&1 &', false],
  ])('%s', async (_, straggler, pipesHeld) => {
    const mark = nextMark();
    const bench = await foyaBench([`${straggler.replaceAll('MARK', mark)} exit 2`], { descendants: 'keep' });
    const outcome = await bench.dispatch();
    try {
      expect(outcome.decision).toBe('deny');
      const { report } = onlyRun(outcome);
      expect(report?.signals).toEqual([]);
      expect(report?.leftovers).toMatchObject({ killed: [], survived: [], pipesHeld });
      expect(report?.leftovers.kept.map(({ pid }) => pid)).toEqual(survivors(mark));
      await bench.runner.close();
      expect(survivors(mark)).toHaveLength(1);
    } finally {
      endAll(mark);
    }
    expect(await survivorsWithin(mark)).toEqual([]);
  });

  test('a timeout ends them all the same', async () => {
    const mark = nextMark();
    const command = `sleep ${mark} & sleep ${mark}; :`;
    const report = await runCommand({ command, descendants: 'keep', limits: LIMITS });
    expect(report).toMatchObject({ ending: { kind: 'timed-out' }, leftovers: { kept: [] } });
    expect(await survivorsWithin(mark)).toEqual([]);
  });
});

const ENTRY: ProcessEntry = {
  pid: 4_000_001,
  parentPid: 1,
  groupId: 4_000_000,
  sessionId: 4_000_000,
  zombie: false,
  startTime: 7,
  command: 'sleep',
};

function readerOf(entry: ProcessEntry | undefined): ProcessReader {
  return { ...processReaderFor('linux'), read: () => entry };
}

function reportOf(report: RunReport | undefined): RunReport {
  if (report === undefined) throw new Error('The run has no report');
  return report;
}

/** Ends what a test has kept on purpose, by pid. */
function endAll(mark: string): void {
  for (const pid of survivors(mark)) process.kill(pid, 'SIGKILL');
}
