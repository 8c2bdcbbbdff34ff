/** The event a kernel dispatches: one shape for all dialects; each dialect's encoder picks what its payload knows. */
import { z } from 'zod';

const text = z.string();
const json = z.unknown();

/** The tool of a tool event. */
const toolSchema = z.strictObject({
  /** As the model calls it; matchers of tool events are tested on it. */
  name: text.min(1),
  /** Id of this call. */
  callId: text.optional(),
  /** The tool's input, any JSON value; only an object can be rewritten. */
  input: json.optional(),
  /** The tool's result, after it ran: text or any JSON value. */
  output: json.optional(),
  /** Whether the result is an error. */
  isError: z.boolean().optional(),
  /** Whether the user interrupted the tool. */
  isInterrupt: z.boolean().optional(),
  /** Whether the tool ran into its timeout. */
  isTimeout: z.boolean().optional(),
  /** How long the tool ran, in milliseconds. */
  durationMs: z.number().min(0).optional(),
});

/** The child agent of a subagent event. */
const agentSchema = z.strictObject({
  /** Id of the child agent. */
  id: text.optional(),
  /** Its kind; matchers of subagent events are tested on it. */
  type: text.optional(),
  /** What it is asked to do. */
  task: text.optional(),
  /** What it answers. */
  response: text.optional(),
  /** Whether it reached its goal. */
  success: z.boolean().optional(),
});

/** The compaction of a compact event. */
const compactionSchema = z.strictObject({
  /** What set it off, such as `auto` or `manual`; matchers of compact events are tested on it. */
  trigger: text,
  /** The kernel's own name of the phase. */
  phase: text.optional(),
  /** Tokens in the context before it. */
  tokensBefore: z.number().optional(),
  /** Messages in the context before it. */
  messagesBefore: z.number().optional(),
  /** Tokens the kernel expects after it. */
  estimatedTokenCount: z.number().optional(),
});

/** What is told to the user. */
const notificationSchema = z.strictObject({
  /** Its kind, such as `turn_complete`. */
  type: text,
  /** Its title. */
  title: text.optional(),
  /** Its text. */
  message: text.optional(),
  /** How grave it is, in the kernel's words. */
  severity: text.optional(),
  /** Where it is shown. */
  sink: text.optional(),
  /** What kind of thing it comes from. */
  sourceKind: text.optional(),
  /** Id of what it comes from. */
  sourceId: text.optional(),
});

/** A question of a tool server to the user. */
const elicitationSchema = z.strictObject({
  /** Name of the server that asks. */
  server: text,
  /** How it asks, such as `form` or `url`. */
  mode: text,
  /** The question. */
  message: text.optional(),
  /** JSON Schema of the wanted answer. */
  requestedSchema: json.optional(),
  /** Page to be opened. */
  url: text.optional(),
  /** Id of the question. */
  id: text.optional(),
  /** What the user did, after the answer: `accept`, `decline`, `cancel`. */
  action: text.optional(),
  /** What the user answered. */
  content: json.optional(),
});

/** A part of a prompt, `{ type: 'text', text }` or a kind the kernel has of its own. */
export const contentPartSchema = z.looseObject({
  /** `text`, or a kind of the kernel's own. */
  type: text,
  /** The text of a text part. */
  text: text.optional(),
});
/** A part of a prompt. */
export type ContentPart = z.infer<typeof contentPartSchema>;

export const hookEventSchema = z.strictObject({
  /** Canonical name, or a name that a loaded dialect knows. */
  name: text.min(1),
  /** Id of the agent session the event belongs to. */
  sessionId: text.min(1),
  /** Id of this event. Default: 24 random hexadecimal digits. */
  eventId: text.min(1).optional(),
  /** RFC 3339 time. Default: now. */
  occurredAt: text.optional(),
  /** Id of the agent's turn or run. */
  runId: text.optional(),
  /** Id of the session at the root of a tree of sessions. */
  rootSessionId: text.optional(),
  /** Id of the session that started this one, or whose child agent the event is about. */
  parentSessionId: text.optional(),
  /** Id of the child agent's session. */
  childSessionId: text.optional(),
  /** Absolute path where hooks run. Default: the runner's project. */
  cwd: text.optional(),
  /** The kernel's id of the project. */
  projectId: text.optional(),
  /** Name of the model in use. */
  model: text.optional(),
  /** How freely the agent may act, in the kernel's words. */
  permissionMode: text.optional(),
  /** Path of the file that holds the conversation. */
  transcriptPath: text.optional(),
  /** SessionStart: why it starts, such as `startup` or `resume`; matchers of session events are tested on it. */
  source: text.optional(),
  /** How a turn ended, in the kernel's words. */
  status: text.optional(),
  /** Why it happened, in the kernel's words. SessionEnd: stands in for `source` where that is absent. */
  reason: text.optional(),
  /** RFC 3339 time at which the turn or tool started. */
  startedAt: text.optional(),
  /** RFC 3339 time at which it ended. */
  completedAt: text.optional(),
  /** How long it took, in milliseconds. */
  durationMs: z.number().min(0).optional(),
  /** What went wrong. */
  error: z
    .strictObject({
      /** Kind of error, in the kernel's words. */
      type: text.optional(),
      /** The error's text. */
      message: text,
    })
    .optional(),
  /** Tool events and PermissionRequest. */
  tool: toolSchema.optional(),
  /** UserPromptSubmit: what the user wrote, as text or in parts. */
  prompt: z.union([text, z.array(contentPartSchema)]).optional(),
  /** SubagentStart, SubagentStop. */
  agent: agentSchema.optional(),
  /** PreCompact, PostCompact. */
  compaction: compactionSchema.optional(),
  /** Notification. */
  notification: notificationSchema.optional(),
  /** Elicitation, ElicitationResult. */
  elicitation: elicitationSchema.optional(),
  /** Stop, SubagentStop, TurnComplete: the last message of the model. */
  assistantMessage: text.optional(),
  /** Stop: whether the agent goes on already because a hook kept it working. */
  stopHookActive: z.boolean().optional(),
  /** Whatever else the kernel wants hooks to know, as JSON. */
  metadata: z.record(text, json).optional(),
  /** Fields that one dialect alone has, by dialect; merged into that dialect's payload and no other. */
  extra: z.record(text, z.record(text, json)).optional(),
});
/** What a kernel dispatches. Required are `name` and `sessionId`, and what the event is about (`tool` for tool events). */
export type HookEvent = z.infer<typeof hookEventSchema>;

/** An event as it travels inside: identity, time and place are always known. */
export type ResolvedEvent = HookEvent & {
  readonly eventId: string;
  readonly occurredAt: string;
  readonly cwd: string;
  /** The project of the runner that dispatches it. */
  readonly project: string;
};
