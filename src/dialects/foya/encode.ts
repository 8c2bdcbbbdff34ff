/** Foya's version 1 payload and its `FOYA_HOOK_*` variables. */
import type { ResolvedEvent } from '../../contract/event.js';
import type { EncodedEvent } from '../dialect.js';
import { cutText } from '../text-cut.js';
import { sessionSource } from './match-target.js';

/**
 * Fields that are absent or an empty text are left out; the others stand in the order of Foya's documents. The event holds
 * JSON values alone: `parseEvent` has seen to that.
 */
export function encodeEvent(event: ResolvedEvent): EncodedEvent {
  // Well-formed by itself: a lone surrogate is written as an escape.
  const text = JSON.stringify(withExtra(payload(event), event.extra?.['foya']));
  return { payload: text, environment: hookVariables(event) };
}

type Fields = Record<string, unknown>;

function payload(event: ResolvedEvent): Fields {
  return present({
    version: 1,
    event_id: event.eventId,
    event: event.name,
    occurred_at: event.occurredAt,
    ...place(event),
    model: event.model,
    source: sessionSource(event),
    status: event.status,
    reason: event.reason,
    error: event.error?.message,
    started_at: event.startedAt,
    completed_at: event.completedAt,
    duration_ms: duration(event),
    user_prompt: promptText(event.prompt),
    ...toolFields(event.tool),
    assistant_message: event.assistantMessage,
    agent_id: event.agent?.id,
    agent_type: event.agent?.type,
    parent_session_id: event.parentSessionId,
    child_session_id: event.childSessionId,
    compaction_trigger: event.compaction?.trigger,
    compaction_phase: event.compaction?.phase,
    notification: event.notification?.type,
    metadata: metadata(event),
  });
}

function place(event: ResolvedEvent): Fields {
  return {
    session_id: event.sessionId,
    root_session_id: event.rootSessionId,
    run_id: event.runId,
    cwd: event.cwd,
    project_id: event.projectId,
    project_path: event.project,
  };
}

function toolFields(tool: ResolvedEvent['tool']): Fields {
  if (tool === undefined) return {};
  return {
    tool_name: tool.name,
    tool_call_id: tool.callId,
    // A tool without input is given an empty one, so that a hook can always look into it.
    tool_input: tool.input === undefined ? {} : tool.input,
    tool_output: outputText(tool.output),
    tool_is_error: tool.isError,
  };
}

/** Foya's tool output is text; any other value is given as its JSON. */
function outputText(output: unknown): string | undefined {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** Whole milliseconds: the field is an integer. */
function duration(event: ResolvedEvent): number | undefined {
  const milliseconds = event.durationMs ?? event.tool?.durationMs;
  return milliseconds === undefined ? undefined : Math.round(milliseconds);
}

function promptText(prompt: ResolvedEvent['prompt']): string | undefined {
  if (prompt === undefined || typeof prompt === 'string') return prompt;
  return prompt.flatMap((part) => (part.type === 'text' && part.text !== undefined ? [part.text] : [])).join('\n');
}

function metadata(event: ResolvedEvent): Fields | undefined {
  const task = event.name === 'SubagentStart' ? event.agent?.task : undefined;
  const fields = { ...(task ? { task } : {}), ...event.metadata };
  return Object.keys(fields).length === 0 ? undefined : fields;
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}

/** What identifies the payload cannot be written over; the other three are how objects are tampered with. */
const NOT_EXTRA = new Set(['version', 'event', '__proto__', 'constructor', 'prototype']);

function withExtra(fields: Fields, extra: Fields | undefined): Fields {
  const allowed = Object.entries(extra ?? {}).filter(([name]) => !NOT_EXTRA.has(name));
  return { ...fields, ...Object.fromEntries(allowed) };
}

function hookVariables(event: ResolvedEvent): Record<string, string> {
  return {
    FOYA_HOOK_EVENT: variable(event.name),
    FOYA_HOOK_EVENT_ID: variable(event.eventId),
    FOYA_HOOK_SESSION_ID: variable(event.sessionId),
    FOYA_HOOK_RUN_ID: variable(event.runId),
    FOYA_HOOK_PROJECT_ID: variable(event.projectId),
    FOYA_HOOK_PROJECT_PATH: variable(event.project),
    FOYA_HOOK_TOOL_NAME: variable(event.tool?.name),
    FOYA_HOOK_TOOL_CALL_ID: variable(event.tool?.callId),
  };
}

const MAX_VARIABLE_CHARACTERS = 4096;

/**
 * A tool name comes from a model. A NUL or an endless text in it must not be able to stop a guard from starting, so the first
 * is replaced and the second cut; the payload holds the name in full.
 */
function variable(value: string | undefined): string {
  return cutText((value ?? '').replaceAll('\0', '\uFFFD'), MAX_VARIABLE_CHARACTERS);
}
