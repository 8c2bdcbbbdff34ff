/** Errors that are thrown: misuse only. Expected failures are values (see `run-report.ts`, `outcome.ts`). */

/** Stable codes; each has an entry in docs/errors.md. */
export type ErrorCode =
  | 'HOOKCELL_OPTION_INVALID'
  | 'HOOKCELL_OPTION_UNKNOWN'
  | 'HOOKCELL_NOT_SUPPORTED'
  | 'HOOKCELL_EVENT_INVALID'
  | 'HOOKCELL_EVENT_UNKNOWN'
  | 'HOOKCELL_CLOSED';

/** Thrown on misuse. `code` is stable, the message is for people and may change. */
export class HookcellError extends Error {
  override readonly name = 'HookcellError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
