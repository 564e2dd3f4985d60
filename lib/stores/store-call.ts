import type * as z from "zod";

import { ABSENCE_HEADER, absenceSchema, STOREFRONTS_PER_CALL_MAX } from "../../scrapers/contracts/records.ts";
import { parseRetryAfter, readBody } from "../../scrapers/contracts/wire.ts";
import type { Platform, SingleCall } from "../domain/platform.ts";
import { callCosts, itemCosts } from "../domain/request-costs.ts";
import { type RequestCosts, timesCosts } from "../domain/store-hosts.ts";
import type { Clock } from "../runtime/clock.ts";
import { type CallContext, startDeadline } from "./connector.ts";
import { failed, type InterpretedResponse, interpretResponse } from "./interpret-response.ts";
import { type Call, withQuickRetry } from "./quick-retry.ts";
import type { ItemLookup } from "./records.ts";
import { findItemTrouble, type ItemTrouble, noTrouble, type ResponseReporter } from "./response-reporter.ts";
import { type ScraperRoute, scraperUrl, type Transport } from "./signed-transport.ts";
import type { RetryBudget } from "./store-budget.ts";
import { ScraperAccessError, ScraperContractError } from "./store-errors.ts";

export type ConnectorLogger = {
  warn(event: string, fields: Record<string, unknown>): void;
  error(event: string, fields: Record<string, unknown>): void;
};

export type ScraperClient = {
  readonly platform: Platform;
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly random: () => number;
  readonly budget: RetryBudget;
  readonly report: ResponseReporter;
  readonly now: Clock;
  readonly logger: ConnectorLogger;
};

export type ScraperRequest<Body> = ScraperRoute & {
  readonly schema: z.ZodType<Body>;
  readonly subject: string;
  /** The storefront; null if each item of the response names its own. */
  readonly storefront: string | null;
  /** The limit of the response. Default: that of `readBody`. */
  readonly bodyBytesMax?: number;
  /** False if the caller handles limits of the store itself. Default: true. */
  readonly reportsThrottles?: boolean;
};
type CostedRequest<Body> = ScraperRequest<Body> & { readonly costs: RequestCosts };
export type SingleRequest<Body> = (ScraperRequest<Body> & { readonly operation: SingleCall }) | CostedRequest<Body>;

export async function callStore<Body>(
  client: ScraperClient,
  context: CallContext,
  request: SingleRequest<Body>,
): Promise<ItemLookup<Body>> {
  const costsOfItem = "costs" in request ? request.costs : callCosts[client.platform][request.operation];
  const [lookup] = await withQuickRetry(client, context, { items: [request], costsOfItem }, async (_items, call) => [
    await send(client, { ...request, costs: costsOfItem }, call),
  ]);
  return lookup ?? failed("invalid_response");
}

/** Makes one request without a quick retry, for callers that pace their own retries. */
export function callStoreOnce<Body>(
  client: ScraperClient,
  { correlationId, deadlineMs }: CallContext,
  request: CostedRequest<Body>,
): Promise<ItemLookup<Body>> {
  return send(client, request, { correlationId, deadline: startDeadline(deadlineMs) });
}

export type BulkRequest<Item, Outcome, Found> = {
  /** The one request for these items. Its body is the unchecked list of outcomes. */
  readonly request: (items: readonly Item[]) => ScraperRequest<readonly unknown[]>;
  readonly outcomeSchema: z.ZodType<Outcome>;
  /** Returns undefined if the outcome is that of another item. */
  readonly read: (item: Item, outcome: Outcome) => ItemLookup<Found> | undefined;
  readonly costsOfItem?: RequestCosts;
};

/** Returns a lookup for each item, in the same order. If the whole call fails, each item fails. */
export async function callStoreInBulk<Item, Outcome, Found>(
  client: ScraperClient,
  context: CallContext,
  items: readonly Item[],
  { request, outcomeSchema, read, costsOfItem = itemCosts[client.platform] }: BulkRequest<Item, Outcome, Found>,
): Promise<readonly { readonly item: Item; readonly lookup: ItemLookup<Found> }[]> {
  if (items.length > STOREFRONTS_PER_CALL_MAX) throw new RangeError(`More than ${STOREFRONTS_PER_CALL_MAX} items`);
  if (items.length === 0) return [];

  const lookups = await withQuickRetry(client, context, { items, costsOfItem }, async (pending, call) => {
    const costs = timesCosts(costsOfItem, pending.length);
    const lookup = await send(client, { ...request(pending), costs, findTrouble: findItemTrouble }, call);
    if (lookup.outcome === "failed") return pending.map(() => lookup);
    // "Not found" concerns one storefront. For all of them at once, the route may not exist.
    if (lookup.outcome === "empty_response") return pending.map(() => failed("invalid_response", 404));
    return pending.map((item, index) => {
      const outcome = outcomeSchema.safeParse(lookup.record[index]);
      return (outcome.success ? read(item, outcome.data) : undefined) ?? failed("invalid_response", 200);
    });
  });
  return items.map((item, index) => ({ item, lookup: lookups[index] ?? failed("invalid_response", 200) }));
}

type SentRequest<Body> = CostedRequest<Body> & {
  /** Returns the failures of single items in a found body. Default: none. */
  readonly findTrouble?: (body: Body) => ItemTrouble;
};

/** Sends one GET. Returns a store's failure as data, and throws only for faults of this service. */
async function send<Body>(client: ScraperClient, request: SentRequest<Body>, call: Call): Promise<ItemLookup<Body>> {
  const url = scraperUrl(client.baseUrl, request);
  const fields = { platform: client.platform, operation: request.operation, correlationId: call.correlationId };
  try {
    const { cause, ...attempted } = await attempt(client, request, url, call);
    const { lookup } = attempted;
    if (lookup.outcome === "failed") client.logger.warn("store.call.failed", { ...fields, ...lookup.failure, cause });
    await reportCall(client, request, attempted);
    return lookup;
  } catch (error) {
    client.logger.error("store.call.broken", { ...fields, error });
    throw error;
  }
}

/** Reports a call once the store responded or declared a limit, since only then the outcome is known. */
async function reportCall<Body>(
  { report }: ScraperClient,
  { costs, storefront, subject, findTrouble = () => noTrouble, reportsThrottles = true }: SentRequest<Body>,
  { failing, lookup, throttle }: Omit<InterpretedResponse<Body>, "cause">,
): Promise<void> {
  if (throttle !== undefined)
    return reportsThrottles ? report({ costs, throttles: [throttle], failing: [] }) : undefined;
  if (failing !== undefined) {
    return report({ costs, throttles: [], failing: [{ hostClass: failing, subject, storefront: storefront ?? "" }] });
  }
  if (lookup.outcome === "failed") return;
  const {
    isPartial,
    throttles,
    failing: failingItems,
  } = lookup.outcome === "found" ? findTrouble(lookup.record) : noTrouble;
  const failures = failingItems.map((item) => ({ ...item, subject }));
  await report({ costs, throttles, failing: failures, ...(isPartial && { isPartial }) });
}

async function attempt<Body>(
  client: ScraperClient,
  request: ScraperRequest<Body>,
  url: URL,
  { correlationId, deadline }: Call,
): Promise<InterpretedResponse<Body>> {
  if (deadline.remainingMs() === 0) return { lookup: failed("timeout") };
  try {
    const headers = { accept: "application/json", "x-correlation-id": correlationId };
    const response = await client.transport({ url, headers, signal: deadline.signal });
    const retryAfterSeconds = parseRetryAfter(response.headers.get("retry-after"), client.now());
    const text = await readBody(response, request.bodyBytesMax);
    const absence = absenceSchema().safeParse(response.headers.get(ABSENCE_HEADER)).data;
    return interpretResponse({ status: response.status, text, retryAfterSeconds, absence }, request);
  } catch (cause) {
    if (cause instanceof ScraperAccessError || cause instanceof ScraperContractError) throw cause;
    if (deadline.signal.aborted) return { lookup: failed("timeout"), cause };
    if (isNetworkError(cause)) return { lookup: failed("network_error"), cause };
    throw cause;
  }
}

/** `fetch` rejects with a TypeError that carries the cause; sockets and decompression reject with an error code. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof TypeError && error.cause instanceof Error) || "code" in error;
}
