import * as z from "zod";

import { failureReasonSchema } from "../domain/failed-item.ts";
import type { StoreConnector } from "./connector.ts";
import type { StoreFailure } from "./records.ts";

/** Operations that a client may wait for. */
export type LiveOperation = "searchApps" | "searchPublishers" | "fetchPublisherApps";
export type LiveResponse<Operation extends LiveOperation> = Awaited<ReturnType<StoreConnector[Operation]>>;

const nullableText = z.string().nullable();

const searchHit = z.object({
  externalId: z.string(),
  name: z.string(),
  publisher: z.object({ externalId: nullableText, name: z.string() }).nullable(),
  category: z.object({ externalId: nullableText, name: nullableText }),
  iconUrl: nullableText,
  isFree: z.boolean(),
});

const publisherApp = searchHit.extend({ rating: z.number().nullable(), ratingCount: z.number().nullable() });

const publisherHit = z.object({
  externalId: z.string(),
  name: z.string(),
  url: nullableText,
  appCount: z.number(),
  sampleApps: z.array(z.object({ externalId: z.string(), name: z.string(), iconUrl: nullableText })),
});

const responses: { readonly [Operation in LiveOperation]: z.ZodType<LiveResponse<Operation>> } = {
  searchApps: z.array(searchHit),
  searchPublishers: z.array(publisherHit),
  fetchPublisherApps: z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("found"), record: z.array(publisherApp) }),
    z.object({ outcome: z.literal("empty_response") }),
  ]),
};

const failure = z.object({
  outcome: z.literal("failed"),
  failure: z.object({
    reason: failureReasonSchema,
    status: z.number().nullable(),
    retryAfterSeconds: z.number().nullable(),
  }),
});

/** How a call to a store ended, as one process tells it to others. */
export type LiveOutcome<Result> =
  | { readonly outcome: "responded"; readonly response: Result }
  | { readonly outcome: "failed"; readonly failure: StoreFailure };

/** Returns an outcome that was read as JSON; undefined when it is of another form, as another release may write it. */
export function readLiveOutcome<Operation extends LiveOperation>(
  operation: Operation,
  json: unknown,
): LiveOutcome<LiveResponse<Operation>> | undefined {
  const failed = failure.safeParse(json);
  if (failed.success) return failed.data;
  const wrapped = z.object({ outcome: z.literal("responded"), response: z.unknown() }).safeParse(json);
  if (!wrapped.success) return undefined;
  const schema: z.ZodType<LiveResponse<Operation>> = responses[operation];
  const response = schema.safeParse(wrapped.data.response);
  return response.success ? { outcome: "responded", response: response.data } : undefined;
}
