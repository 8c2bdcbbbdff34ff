/** Collects the mistakes of one hook file. */
import type { ConfigProblem } from '../../contract/config-problem.js';
import type { JsonNode, Position } from '../json-document.js';

/** A file of nothing but mistakes must not fill every outcome: from here on they are counted, not listed. */
const MAX_LISTED = 500;

export class FileProblems {
  readonly #file: string;
  readonly #positionOf: (node: JsonNode) => Position;
  readonly #problems: ConfigProblem[] = [];
  #unlisted = 0;
  #errors = 0;

  constructor(file: string, positionOf: (node: JsonNode) => Position) {
    this.#file = file;
    this.#positionOf = positionOf;
  }

  /** Adds `<subject>: wanted <wanted>, got <got>` at the place of `node`. */
  wrong(node: JsonNode, code: string, subject: string, wanted: string, got: string): void {
    this.add(node, { code, message: `${subject}: wanted ${wanted}, got ${got}`, wanted, got });
  }

  /** Adds a problem with a message of its own. Severity: `error` unless given. */
  add(
    node: JsonNode,
    problem: {
      readonly code: string;
      readonly message: string;
      readonly wanted: string;
      readonly got: string;
      readonly severity?: ConfigProblem['severity'];
    },
  ): void {
    const severity = problem.severity ?? 'error';
    if (severity === 'error') this.#errors++;
    if (this.#problems.length >= MAX_LISTED) {
      this.#unlisted++;
      return;
    }
    const { line, column } = this.#positionOf(node);
    this.#problems.push({ dialect: 'foya', file: this.#file, line, column, ...problem, severity });
  }

  hasErrors(): boolean {
    return this.#errors > 0;
  }

  list(): ConfigProblem[] {
    const last = this.#problems.at(-1);
    if (this.#unlisted === 0 || last === undefined) return this.#problems;
    const message = `${this.#unlisted} further mistakes of this file are not listed`;
    const wanted = 'a file without mistakes';
    const got = `${this.#problems.length + this.#unlisted} mistakes`;
    return [...this.#problems, { ...last, code: 'more_problems', message, wanted, got }];
  }
}
