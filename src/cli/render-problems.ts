import type { ConfigProblem } from '../contract/config-problem.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** One line a problem, `file:line:column: message (wanted …, got …)`; warnings are marked. Empty for none. */
export function renderProblems(problems: readonly ConfigProblem[], style: Style): string {
  return problems.map((problem) => `${renderProblem(problem, style)}\n`).join('');
}

function renderProblem(problem: ConfigProblem, style: Style): string {
  const place = [problem.file ?? `(${problem.dialect} hooks given in code)`, problem.line, problem.column]
    .filter((part) => part !== undefined)
    .join(':');
  const mark = problem.severity === 'warning' ? style.yellow('warning: ') : '';
  return `${style.bold(printableLine(place))}: ${mark}${printableLine(problem.message)}${expectation(problem)}`;
}

// Many messages say it already; it is not said twice.
function expectation({ message, wanted, got }: ConfigProblem): string {
  const parts = [
    ...(wanted === undefined || message.includes(wanted) ? [] : [`wanted ${printableLine(wanted)}`]),
    ...(got === undefined || message.includes(got) ? [] : [`got ${printableLine(got)}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
