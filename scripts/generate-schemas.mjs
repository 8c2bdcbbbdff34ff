// Writes schema/*.schema.json from the zod schemas of the built contract and the comments of its sources. `--check` writes nothing and names what is stale.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { root } from './checkout.mjs';
import { describeSchema, readConstants } from './schema-comments.mjs';

const contract = async (file) => import(pathToFileURL(join(root, 'dist', 'contract', `${file}.js`)).href);
const [audit, problem, event, explanation, guarantees, options, outcome, report, verdict] = await Promise.all([
  contract('audit-record'),
  contract('config-problem'),
  contract('event'),
  contract('explanation'),
  contract('guarantees'),
  contract('options'),
  contract('outcome'),
  contract('run-report'),
  contract('verdict'),
]);

// `io: 'input'` is what a user may write (defaults may be left out), `output` what hookcell writes.
const DOCUMENTS = {
  'hook-event': {
    title: 'HookEvent',
    description: 'An event as a kernel dispatches it; hookcell run reads it without its name',
    from: event,
    constant: 'hookEventSchema',
    io: 'input',
  },
  outcome: {
    title: 'Outcome',
    description: 'The folded verdict of all hooks of one event, with the account of each',
    from: outcome,
    constant: 'outcomeSchema',
    io: 'output',
  },
  'run-report': {
    title: 'RunReport',
    description: 'The account of one run: how it ended, what it cost, what was left, what was enforced',
    from: report,
    constant: 'runReportSchema',
    io: 'output',
  },
  'audit-record': {
    title: 'AuditRecord',
    description: 'One line of an audit file',
    from: audit,
    constant: 'auditRecordSchema',
    io: 'output',
  },
  'hook-runner-options': {
    title: 'HookRunnerOptions',
    description: 'The options of createHookRunner; functions and sinks accept anything here',
    from: options,
    constant: 'hookRunnerOptionsSchema',
    io: 'input',
  },
  'config-problem': {
    title: 'ConfigProblem',
    description: 'A mistake in a hook file',
    from: problem,
    constant: 'configProblemSchema',
    io: 'output',
  },
  explanation: {
    title: 'Explanation',
    description: 'Which hooks would run for an event, in which order, and why the others would not',
    from: explanation,
    constant: 'explanationSchema',
    io: 'output',
  },
  verdict: {
    title: 'Verdict',
    description: 'What one hook said, in the words that all dialects share',
    from: verdict,
    constant: 'verdictSchema',
    io: 'output',
  },
};

// Parts that occur often get a definition of their own instead of a copy in each place.
const parts = z.registry();
parts.add(guarantees.guaranteeSchema, { id: 'Guarantee' });
parts.add(report.capturedStreamSchema, { id: 'CapturedStream' });
parts.add(report.endingSchema, { id: 'Ending' });
parts.add(report.processNameSchema, { id: 'ProcessName' });

const constants = readConstants(join(root, 'src', 'contract'));
const folder = join(root, 'schema');
const expected = new Map(
  Object.entries(DOCUMENTS).map(([name, document]) => [`${name}.schema.json`, generate(document)]),
);
if (process.argv.includes('--check')) check();
else write();

function generate({ title, description, from, constant, io }) {
  const schema = z.toJSONSchema(from[constant], { io, metadata: parts, unrepresentable: 'any' });
  // A copy, since fields of one zod schema share one object.
  const { $schema, ...body } = JSON.parse(JSON.stringify(schema));
  describeSchema(body, constant, constants);
  return `${JSON.stringify({ $schema, title, description, ...body }, null, 2)}\n`;
}

function write() {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of expected) writeFileSync(join(folder, name), text);
}

function check() {
  const stale = [...expected].filter(([name, text]) => readText(name) !== text).map(([name]) => name);
  const unknown = readdirSync(folder).filter((name) => !expected.has(name));
  for (const name of stale) console.error(`schema/${name} is stale: run npm run schema`);
  for (const name of unknown) console.error(`schema/${name} is not generated from any contract`);
  if (stale.length + unknown.length > 0) process.exitCode = 1;
}

/** A checkout on Windows may hold CRLF. */
function readText(name) {
  try {
    return readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}
