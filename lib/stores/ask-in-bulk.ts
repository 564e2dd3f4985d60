import type * as z from "zod";

import { type ScraperFailureReason, STOREFRONTS_PER_CALL_MAX } from "../../scrapers/contracts/records.ts";
import { platformFacts } from "../domain/platform.ts";
import type { CallContext } from "./connector.ts";
import { startDeadline } from "./deadline.ts";
import { askWithQuickRetry } from "./quick-retry.ts";
import type { ItemLookup } from "./records.ts";
import { boundRetryAfter } from "./retry-after.ts";
import { askScraper, type ScraperClient, type ScraperRequest } from "./scraper-client.ts";
import type { ScraperResponse } from "./scraper-response.ts";

export type BulkRequest<Item, Outcome, Found> = {
  /** The one call that asks for these items; its body is the list of outcomes, not yet checked. */
  readonly call: (items: readonly Item[]) => ScraperRequest<readonly unknown[]>;
  readonly outcomeSchema: z.ZodType<Outcome>;
  /** The lookup that an outcome stands for; undefined when it returns another item. */
  readonly read: (item: Item, outcome: Outcome) => ItemLookup<Found> | undefined;
};

/** Returns each item, in order. A call that fails as a whole is the failure of each of its items. */
export async function askInBulk<Item, Outcome, Found>(
  client: ScraperClient,
  context: CallContext,
  items: readonly Item[],
  request: BulkRequest<Item, Outcome, Found>,
): Promise<readonly { readonly item: Item; readonly lookup: ItemLookup<Found> }[]> {
  if (items.length > STOREFRONTS_PER_CALL_MAX) throw new RangeError(`More than ${STOREFRONTS_PER_CALL_MAX} items`);
  if (items.length === 0) return [];

  const deadline = startDeadline(context.deadlineMs);
  const call = { correlationId: context.correlationId, deadline };
  const { requestsPerItem } = platformFacts[client.platform];
  const retry = { random: client.random, deadline, budget: context.budget ?? client.budget, requestsPerItem };
  const lookups = await askWithQuickRetry(retry, items, async (asked) => {
    const response = await askScraper(client, request.call(asked), call);
    return asked.map((item, index) => readItem(request, response, item, index));
  });
  return items.map((item, index) => ({ item, lookup: lookups[index] ?? invalidResponse(200) }));
}

/** The failure that an outcome of the scraper reports. */
export function failedItem(outcome: {
  readonly reason: ScraperFailureReason;
  readonly statusCode: number;
  readonly retry_after_seconds: number | null;
}): ItemLookup<never> {
  const { reason, statusCode: status, retry_after_seconds: seconds } = outcome;
  const retryAfterSeconds = seconds === null ? null : boundRetryAfter(seconds);
  return { outcome: "failed", failure: { reason, status, retryAfterSeconds } };
}

function readItem<Item, Outcome, Found>(
  request: BulkRequest<Item, Outcome, Found>,
  response: ScraperResponse<readonly unknown[]>,
  item: Item,
  index: number,
): ItemLookup<Found> {
  if (response.outcome === "failed") return { outcome: "failed", failure: response.failure };
  // "Not found" is a response about one storefront; about all of them at once it may be a route that does not exist.
  if (response.outcome === "empty_response") return invalidResponse(404);

  const parsed = request.outcomeSchema.safeParse(response.body[index]);
  return (parsed.success ? request.read(item, parsed.data) : undefined) ?? invalidResponse(200);
}

function invalidResponse(status: number): ItemLookup<never> {
  return { outcome: "failed", failure: { reason: "invalid_response", status, retryAfterSeconds: null } };
}
