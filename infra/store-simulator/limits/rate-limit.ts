import * as z from "zod";

import { routes } from "../routes.ts";
import { requestKinds } from "../store-route.ts";

const REQUESTS_MAX = 100_000;
const FORBIDDEN_MINUTES_DEFAULT = 30;
const FORBIDDEN_MINUTES_MAX = 1_440;
const TIME_FACTOR_MAX = 100_000;

/**
 * The limits of a host, or of some kinds of its requests. All of its times are divided by `timeFactor`, for tests in
 * which a day takes minutes.
 */
export const rateLimitSchema = z
  .strictObject({
    host: z.enum([...new Set(routes.map(({ host }) => host))]),
    /** Kinds of requests that the limit counts and rejects; by default all. */
    kinds: z.array(z.enum(requestKinds)).min(1).readonly().optional(),
    /** Requests in any minute. The host returns 429 beyond them. */
    perMinute: z.int().min(1).max(REQUESTS_MAX).optional(),
    /** Requests in an hour, including those with 429. Beyond them the host returns 403 for some time. */
    perHour: z.int().min(1).max(REQUESTS_MAX).optional(),
    /** The time for which the host returns 403, counted from the last request. */
    forbiddenMinutes: z.number().positive().max(FORBIDDEN_MINUTES_MAX).default(FORBIDDEN_MINUTES_DEFAULT),
    timeFactor: z.number().positive().max(TIME_FACTOR_MAX).default(1),
  })
  .refine(({ perMinute, perHour }) => perMinute !== undefined || perHour !== undefined, {
    error: "give perMinute, perHour or both",
  });

export type RateLimit = z.infer<typeof rateLimitSchema>;
