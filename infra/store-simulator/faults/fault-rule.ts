import * as z from "zod";

import { platformSchema } from "../../../lib/domain/platform.ts";

import { requestKinds } from "../store-route.ts";
import { faultKinds } from "./fault-kinds.ts";

const cannedResponseSchema = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});

const DAYS_BACK_MAX = 36_500;
const staleResponseSchema = z.object({ daysBack: z.int().min(1).max(DAYS_BACK_MAX) });

/** The store's response for another storefront than the requested one. */
const misplacedResponseSchema = z.object({ storefront: z.string().regex(/^[a-z]{2}$/) });

const faultResponseSchema = z.union([
  z.enum(faultKinds),
  cannedResponseSchema,
  staleResponseSchema,
  misplacedResponseSchema,
]);
export type FaultResponse = z.infer<typeof faultResponseSchema>;

const LATENCY_MAX_MS = 600_000;
const PATTERN_CHARACTERS_MAX = 200;

export const faultRuleSchema = z.strictObject({
  match: z
    .strictObject({
      platform: platformSchema(),
      kind: z.enum(requestKinds),
      host: z.string(),
      path: z.string(),
      pathPattern: z.string().max(PATTERN_CHARACTERS_MAX),
      appId: z.string(),
      country: z.string(),
      language: z.string(),
    })
    .partial()
    .default({}),
  times: z.int().positive().optional(),
  attempt: z.int().positive().optional(),
  probability: z.number().min(0).max(1).optional(),
  latencyMs: z.number().min(0).max(LATENCY_MAX_MS).optional(),
  respond: faultResponseSchema.optional(),
});

type Sent = z.input<typeof faultRuleSchema>;

/** All given conditions must hold. */
export type FaultMatch = Omit<NonNullable<Sent["match"]>, "path" | "pathPattern"> & {
  readonly path?: string | RegExp | undefined;
};

export type FaultRule = {
  readonly match?: FaultMatch;
  readonly times?: number | undefined;
  /** Only the nth of the matching requests, counted from one. */
  readonly attempt?: number | undefined;
  /** The share of matching requests that the rule applies to. The seed decides which. */
  readonly probability?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly respond?: FaultResponse | undefined;
};

export function ruleFrom({
  match: { path, pathPattern, ...match },
  ...rule
}: z.output<typeof faultRuleSchema>): FaultRule {
  return { ...rule, match: { ...match, path: pathPattern === undefined ? path : new RegExp(pathPattern) } };
}
