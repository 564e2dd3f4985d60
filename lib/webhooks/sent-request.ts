import * as z from "zod";

import { deliveryErrors, EXCERPT_BYTES_MAX } from "../domain/webhook.ts";
import { lazy } from "../runtime/lazy.ts";

/** The range of statuses for which HTTP defines classes. */
export const STATUS_MIN = 100;
export const STATUS_MAX = 599;

/** The dispatcher and the sender both check the request. */
export const sentRequestSchema = lazy(() =>
  z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
);
export type SentRequest = Readonly<z.infer<ReturnType<typeof sentRequestSchema>>>;

export const sentResultSchema = lazy(() =>
  z.union([
    z.object({
      status: z.int().min(STATUS_MIN).max(STATUS_MAX),
      retryAfterSeconds: z.number().min(0).optional(),
      excerpt: z.string().max(EXCERPT_BYTES_MAX),
      durationMs: z.int().min(0),
    }),
    z.object({ error: z.enum(deliveryErrors), durationMs: z.int().min(0) }),
  ]),
);
export type SentResult = Readonly<z.infer<ReturnType<typeof sentResultSchema>>>;

export type SendWebhook = (request: SentRequest) => Promise<SentResult>;
