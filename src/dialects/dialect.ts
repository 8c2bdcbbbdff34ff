/**
 * What a dialect is: data and pure functions that tell the engine how one hook system speaks. A dialect knows no clock, no
 * file and no process; the engine reads its files, runs its commands and hands back bytes.
 */
import type { ConfigProblem } from '../contract/config-problem.js';
import type { ResolvedEvent } from '../contract/event.js';
import type { HookDefinition, HookSource } from '../contract/hook.js';
import type { EffectiveLimits } from '../contract/limits.js';
import type { DialectName, EventName, FailureKind, FailurePolicy } from '../contract/names.js';
import type { CapturedStream } from '../contract/run-report.js';
import type { Verdict } from '../contract/verdict.js';

export interface Dialect {
  readonly name: DialectName;
  /** The events it knows, in the order its documents list them. */
  readonly events: ReadonlyMap<EventName, EventRules>;
  /** Limits of a hook that sets none; `timeoutMs` is the default timeout. */
  readonly limits: EffectiveLimits;
  /** Range of `timeoutMs` a hook may ask for, both ends included. */
  readonly timeoutRange: { readonly minMs: number; readonly maxMs: number };
  /** What each kind of failure counts as on a gate, unless the user says otherwise. */
  readonly failure: Readonly<Record<FailureKind, FailurePolicy>>;
  /** Whether the inherited variable of this (upper-cased) name is withheld by the dialect's own rule. */
  readonly withholds: (upperCaseName: string) => boolean;
  /** Scopes whose hooks need the user's trust. */
  readonly underTrust: readonly HookSource['scope'][];
  /** Hook files in load order, as path segments below the home or project directory. */
  readonly files: readonly DialectFile[];
  /** Reads the text of a hook file. With any problem of severity `error`, `hooks` is empty. */
  parse(text: string, source: { readonly scope: HookSource['scope']; readonly file: string }): ParsedHooks;
  /** Tells whether a matcher is well-formed; a value, never a throw. */
  compileMatcher(pattern: string): CompiledMatcher;
  /** What the matcher of a hook is tested on; null when this event ignores matchers. */
  matchTarget(event: ResolvedEvent): string | null;
  schedule(event: EventName): 'serial' | 'parallel';
  /** The payload and the dialect's own variables. */
  encode(event: ResolvedEvent): EncodedEvent;
  /** Reads the answer of a hook that ran to its end (`ending: exited`). */
  decode(event: EventName, answer: HookAnswer): DecodedAnswer;
}

export interface DialectFile {
  readonly scope: HookSource['scope'];
  readonly base: 'home' | 'project';
  readonly segments: readonly string[];
}

/** What hooks of one event can do in this dialect. */
export interface EventRules {
  /**
   * `gate`: a deny refuses what is about to happen. `effect`: a block has another meaning (`block`). `observer`: always in
   * the background, output ignored.
   */
  readonly kind: 'gate' | 'effect' | 'observer';
  /** Whether somebody can be asked; where not, a failure policy of `ask` is `deny`. */
  readonly canAsk: boolean;
  /** Whether an allow approves (more than "no objection"). */
  readonly canApprove: boolean;
  /** Whether `updatedInput` changes the tool's input. */
  readonly canRewriteInput: boolean;
}

export interface ParsedHooks {
  readonly hooks: readonly HookDefinition[];
  readonly problems: readonly ConfigProblem[];
}

export type CompiledMatcher =
  | { readonly ok: true; readonly test: (target: string) => boolean }
  | { readonly ok: false; readonly message: string };

export interface EncodedEvent {
  /** One JSON document, no byte order mark. */
  readonly payload: string;
  /** Variables the dialect sets; they win over inherited ones. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface HookAnswer {
  readonly exitCode: number;
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
}

export interface DecodedAnswer {
  readonly verdict?: Verdict;
  /** `crash` or `output`; may stand beside a verdict when only a part of the answer is void. */
  readonly failure?: { readonly kind: FailureKind; readonly message: string };
  /** Things the user should see although the answer stands, such as text after the JSON. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}
