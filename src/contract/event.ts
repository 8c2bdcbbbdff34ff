/** The event a kernel dispatches: one shape for all dialects; each dialect's encoder picks what its payload knows. */
import { z } from 'zod';

const text = z.string();
const json = z.unknown();

const toolSchema = z.strictObject({
  name: text.min(1),
  callId: text.optional(),
  /** The tool's input, any JSON value; only an object can be rewritten. */
  input: json.optional(),
  /** The tool's result, after it ran: text or any JSON value. */
  output: json.optional(),
  isError: z.boolean().optional(),
  isInterrupt: z.boolean().optional(),
  isTimeout: z.boolean().optional(),
  durationMs: z.number().min(0).optional(),
});

const agentSchema = z.strictObject({
  id: text.optional(),
  type: text.optional(),
  task: text.optional(),
  response: text.optional(),
  success: z.boolean().optional(),
});

const compactionSchema = z.strictObject({
  trigger: text,
  phase: text.optional(),
  tokensBefore: z.number().optional(),
  messagesBefore: z.number().optional(),
  estimatedTokenCount: z.number().optional(),
});

const notificationSchema = z.strictObject({
  type: text,
  title: text.optional(),
  message: text.optional(),
  severity: text.optional(),
  sink: text.optional(),
  sourceKind: text.optional(),
  sourceId: text.optional(),
});

const elicitationSchema = z.strictObject({
  server: text,
  mode: text,
  message: text.optional(),
  requestedSchema: json.optional(),
  url: text.optional(),
  id: text.optional(),
  action: text.optional(),
  content: json.optional(),
});

/** A part of a prompt, `{ type: 'text', text }` or a kind the kernel has of its own. */
export const contentPartSchema = z.looseObject({ type: text, text: text.optional() });
export type ContentPart = z.infer<typeof contentPartSchema>;

export const hookEventSchema = z.strictObject({
  /** Canonical name, or a name that a loaded dialect knows. */
  name: text.min(1),
  sessionId: text.min(1),
  /** Default: 24 random hexadecimal digits. */
  eventId: text.min(1).optional(),
  /** RFC 3339 time. Default: now. */
  occurredAt: text.optional(),
  runId: text.optional(),
  rootSessionId: text.optional(),
  parentSessionId: text.optional(),
  childSessionId: text.optional(),
  /** Where hooks run. Default: the runner's project. */
  cwd: text.optional(),
  projectId: text.optional(),
  model: text.optional(),
  permissionMode: text.optional(),
  transcriptPath: text.optional(),
  source: text.optional(),
  status: text.optional(),
  reason: text.optional(),
  startedAt: text.optional(),
  completedAt: text.optional(),
  durationMs: z.number().min(0).optional(),
  error: z.strictObject({ type: text.optional(), message: text }).optional(),
  tool: toolSchema.optional(),
  prompt: z.union([text, z.array(contentPartSchema)]).optional(),
  agent: agentSchema.optional(),
  compaction: compactionSchema.optional(),
  notification: notificationSchema.optional(),
  elicitation: elicitationSchema.optional(),
  assistantMessage: text.optional(),
  stopHookActive: z.boolean().optional(),
  metadata: z.record(text, json).optional(),
  /** Fields that one dialect alone has, by dialect; merged into that dialect's payload and no other. */
  extra: z.record(text, z.record(text, json)).optional(),
});
export type HookEvent = z.infer<typeof hookEventSchema>;

/** An event as it travels inside: identity, time and place are always known. */
export type ResolvedEvent = HookEvent & {
  readonly eventId: string;
  readonly occurredAt: string;
  readonly cwd: string;
  /** The project of the runner that dispatches it. */
  readonly project: string;
};
