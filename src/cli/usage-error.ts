/** A mistake in the call: exit 64, and the user is sent to the help page. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
