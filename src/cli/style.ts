/** Colours for one stream: on a terminal only, unless the user says otherwise. */
import picocolors from 'picocolors';

export type Style = ReturnType<typeof picocolors.createColors>;

/** `NO_COLOR` (not empty) wins, then `FORCE_COLOR` (not empty, not `0`), then whether the stream is a capable terminal. */
export function createStyle(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  return picocolors.createColors(isColoured(stream, env));
}

function isColoured(stream: { readonly isTTY?: boolean }, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['NO_COLOR']) return false;
  const force = env['FORCE_COLOR'];
  if (force) return force !== '0' && force !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
