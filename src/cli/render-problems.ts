import type { ConfigProblem } from '../contract/config-problem.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** One line a problem, `file:line:column: message`; the message says what was wanted and found. Warnings are marked. */
export function renderProblems(problems: readonly ConfigProblem[], style: Style): string {
  return problems.map((problem) => `${renderProblem(problem, style)}\n`).join('');
}

function renderProblem(problem: ConfigProblem, style: Style): string {
  const place = [problem.file ?? `(${problem.dialect} hooks given in code)`, problem.line, problem.column]
    .filter((part) => part !== undefined)
    .join(':');
  const mark = problem.severity === 'warning' ? style.yellow('warning: ') : '';
  return `${style.bold(printableLine(place))}: ${mark}${printableLine(problem.message)}`;
}
