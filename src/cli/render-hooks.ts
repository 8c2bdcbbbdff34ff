/** The configured hooks for people, by scope and file. */
import type { HookDefinition, HookSource } from '../contract/hook.js';
import { printable, printableLine } from './printable.js';
import { hookLabel } from './render-outcome.js';
import type { Style } from './style.js';

/** Empty for no hooks. */
export function renderHooks(hooks: readonly HookDefinition[], style: Style): string {
  const groups = new Map<HookSource['scope'], HookDefinition[]>();
  for (const hook of hooks) groups.set(hook.source.scope, [...(groups.get(hook.source.scope) ?? []), hook]);
  return [...groups].map(([scope, members]) => renderGroup(scope, members, style)).join('\n');
}

/** `file:line`, or the scope for hooks given in code. */
export function sourceText({ scope, file, line }: HookSource): string {
  if (file === undefined) return scope;
  return printableLine(line === undefined ? file : `${file}:${line}`);
}

function renderGroup(scope: string, hooks: readonly HookDefinition[], style: Style): string {
  return `${style.bold(scope)}\n${hooks.map((hook) => renderHook(hook, style)).join('')}`;
}

function renderHook(hook: HookDefinition, style: Style): string {
  const facts = [
    ...(hook.matcher === '' ? [] : [`matcher "${printableLine(hook.matcher)}"`]),
    `timeout ${durationText(hook.timeoutMs)}`,
    ...(hook.background ? ['background'] : []),
    ...(hook.enabled ? [] : [style.yellow('disabled')]),
  ].join(', ');
  return [
    `  ${printableLine(hook.event)}  ${hookLabel(hook)}  ${style.dim(sourceText(hook.source))}`,
    `      ${printable(hook.handler.command).replaceAll('\n', '\n      ')}`,
    `      ${style.dim(facts)}`,
    '',
  ].join('\n');
}

/** `10 s`, `1.5 s`; below a second `500 ms`. */
export function durationText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
