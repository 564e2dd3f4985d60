import * as z from "zod";

import { failureReasonSchema } from "../domain/failed-item.ts";
import { lazy } from "../runtime/lazy.ts";
import type { StoreConnector } from "./connector.ts";
import type { StoreFailure } from "./records.ts";

/** Operations that a client may wait for. Those that store their results have empty outcomes. */
export type LiveOperation = "searchApps" | "suggestTerms" | "searchPublishers" | "fetchPublisherApps";
export type LiveResult<Operation extends LiveOperation> = Operation extends "searchApps" | "suggestTerms"
  ? null
  : Awaited<ReturnType<StoreConnector[Operation]>>;

export type LiveOutcome<Result> =
  | { readonly outcome: "responded"; readonly response: Result }
  | { readonly outcome: "failed"; readonly failure: StoreFailure };

export function readLiveOutcome<Operation extends LiveOperation>(
  operation: Operation,
  json: unknown,
): LiveOutcome<LiveResult<Operation>> | undefined {
  const schemas: { readonly [Each in LiveOperation]: z.ZodType<LiveOutcome<LiveResult<Each>>> } = outcomes();
  return schemas[operation].safeParse(json).data;
}

const outcomes = lazy(() => {
  const nullableText = z.string().nullable();
  const searchHit = z.object({
    external_id: z.string(),
    name: z.string(),
    publisher_external_id: nullableText,
    publisher_name: nullableText,
    category_external_id: nullableText,
    category_name: nullableText,
    icon_url: nullableText,
    is_free: z.boolean(),
  });
  const publisherApp = searchHit.extend({ rating: z.number().nullable(), rating_count: z.number().nullable() });
  const publisherHit = z.object({
    external_id: z.string(),
    name: z.string(),
    url: nullableText,
    app_count: z.number(),
    sample_apps: z.array(searchHit.pick({ external_id: true, name: true, icon_url: true })),
  });
  const found = z.object({ outcome: z.literal("found"), record: z.array(publisherApp) });
  const empty = z.object({ outcome: z.literal("empty_response") });
  return {
    searchApps: outcomeOf(z.null()),
    suggestTerms: outcomeOf(z.null()),
    searchPublishers: outcomeOf(z.array(publisherHit)),
    fetchPublisherApps: outcomeOf(z.discriminatedUnion("outcome", [found, empty])),
  };
});

function outcomeOf<Result extends z.ZodType>(response: Result) {
  const failure = z.object({
    reason: failureReasonSchema(),
    status: z.number().nullable(),
    retryAfterSeconds: z.number().nullable(),
  });
  return z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("responded"), response }),
    z.object({ outcome: z.literal("failed"), failure }),
  ]);
}
