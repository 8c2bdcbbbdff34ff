/** Which guarantees hold, at which level, by which mechanism, and why not more. */
import { z } from 'zod';
import { GUARANTEE_NAMES, type GuaranteeName } from './names.js';

export const guaranteeSchema = z.strictObject({
  /** `enforced`: holds against accident and ordinary programs. `best-effort`: usually holds. `none`: is not attempted. */
  level: z.enum(['enforced', 'best-effort', 'none']),
  /** The mechanism, in words an operator can look up; `-` when there is none. */
  by: z.string(),
  /** Why the level is not higher; absent when it is `enforced`. */
  why: z.string().optional(),
});
export type Guarantee = z.infer<typeof guaranteeSchema>;

export type GuaranteeReport = Readonly<Record<GuaranteeName, Guarantee>>;

export const guaranteeReportSchema = z.strictObject(
  Object.fromEntries(GUARANTEE_NAMES.map((name) => [name, guaranteeSchema])) as Record<
    GuaranteeName,
    typeof guaranteeSchema
  >,
);
