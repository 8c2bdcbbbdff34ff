/** Warns of commands that name a variable they will not see: withholding is stricter than most agents are. */
import type { ConfigProblem } from '../contract/config-problem.js';
import type { HookDefinition } from '../contract/hook.js';

const named = new WeakMap<HookDefinition, ReadonlySet<string>>();

export function withheldVariableProblems(
  hooks: readonly HookDefinition[],
  withheld: readonly string[],
): readonly ConfigProblem[] {
  if (withheld.length === 0) return [];
  return hooks.flatMap((hook) => {
    const variables = variablesNamedBy(hook);
    return withheld.filter((name) => variables.has(name)).map((name) => problemOf(hook, name));
  });
}

function variablesNamedBy(hook: HookDefinition): ReadonlySet<string> {
  const known = named.get(hook);
  if (known !== undefined) return known;
  const names = variablesNamedIn(hook.handler.command);
  named.set(hook, names);
  return names;
}

/** The variables that a command's text names: `$NAME`, `${NAME…}` and, for Windows, `%NAME%`. */
export function variablesNamedIn(text: string): ReadonlySet<string> {
  const matches = text.matchAll(/\$\{?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%/g);
  return new Set([...matches].map((match) => match[1] ?? match[2] ?? ''));
}

function problemOf(hook: HookDefinition, name: string): ConfigProblem {
  const { file, line, column } = hook.source;
  return {
    code: 'withheld_variable',
    dialect: hook.dialect,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message: `Hook "${hook.name ?? hook.id}" names the variable ${name}, which is withheld from hooks: allow it by environment.allow if the hook needs it`,
    severity: 'warning',
  };
}
