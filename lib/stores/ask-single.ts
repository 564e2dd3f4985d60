import { identitySchema, searchResponseSchema } from "../../scrapers/contracts/records.ts";
import { platformFacts, type SingleCall } from "../domain/platform.ts";
import type { CallContext } from "./connector.ts";
import { startDeadline } from "./deadline.ts";
import { normaliseIdentity, normaliseSearchHit } from "./normalise-app.ts";
import { keepReadable } from "./normalise-list.ts";
import { askWithQuickRetry } from "./quick-retry.ts";
import type { AppIdentity, ItemLookup, Lookup, SearchHit, StoreFailure } from "./records.ts";
import { askScraper, type ScraperClient, type ScraperRequest } from "./scraper-client.ts";
import type { ScraperResponse } from "./scraper-response.ts";
import { UpstreamError } from "./upstream-error.ts";

/** Both scrapers spell these requests alike. */

export async function askIdentity(
  client: ScraperClient,
  { externalId, country }: { readonly externalId: string; readonly country: string },
  context: CallContext,
): Promise<Lookup<AppIdentity>> {
  const operation = "fetchIdentity";
  const lookup = await lookUp(client, context, {
    operation,
    segments: ["apps", externalId, "identity"],
    query: { country },
    schema: identitySchema.refine((identity) => identity.app_id === externalId, "the identity of another app"),
  });

  if (lookup.outcome === "failed") throwFailure(client, operation, lookup.failure);
  return lookup.outcome === "found" ? { outcome: "found", record: normaliseIdentity(lookup.record) } : lookup;
}

export async function askSearch(
  client: ScraperClient,
  { term, country, limit }: { readonly term: string; readonly country: string; readonly limit: number },
  context: CallContext,
): Promise<readonly SearchHit[]> {
  const hits = await askList(client, context, {
    operation: "searchApps",
    segments: ["apps", "search"],
    query: { term, country, limit: String(limit) },
    schema: searchResponseSchema.transform(({ results }, reject) => keepReadable(results, normaliseSearchHit, reject)),
  });
  return hits.slice(0, limit);
}

type SingleRequest<Body> = ScraperRequest<Body> & { readonly operation: SingleCall };

/** A request whose response is a list. That there is nothing is an empty list, and every failure is thrown. */
export async function askList<Body>(
  client: ScraperClient,
  context: CallContext,
  request: SingleRequest<Body>,
): Promise<Body> {
  const lookup = await lookUp(client, context, request);
  if (lookup.outcome === "found") return lookup.record;
  // "Not found" says here that something other than the store responded.
  const failure = lookup.outcome === "failed" ? lookup.failure : NOT_FOUND_OUT_OF_PLACE;
  return throwFailure(client, request.operation, failure);
}

/** One request with its quick retry. */
export async function lookUp<Body>(
  client: ScraperClient,
  context: CallContext,
  request: SingleRequest<Body>,
): Promise<ItemLookup<Body>> {
  const deadline = startDeadline(context.deadlineMs);
  const call = { correlationId: context.correlationId, deadline };
  const requestsPerItem = platformFacts[client.platform].requestsPerCall[request.operation];
  const retry = { random: client.random, deadline, budget: context.budget ?? client.budget, requestsPerItem };
  const [lookup] = await askWithQuickRetry(retry, [request], async () => [
    toLookup(await askScraper(client, request, call)),
  ]);
  if (lookup === undefined) throw new Error(`${request.operation} was not asked`);
  return lookup;
}

export function throwFailure(client: ScraperClient, operation: string, failure: StoreFailure): never {
  throw new UpstreamError({ platform: client.platform, operation, failure });
}

const NOT_FOUND_OUT_OF_PLACE: StoreFailure = { reason: "invalid_response", status: 404, retryAfterSeconds: null };

function toLookup<Body>(response: ScraperResponse<Body>): ItemLookup<Body> {
  if (response.outcome === "responded") return { outcome: "found", record: response.body };
  return response.outcome === "failed" ? { outcome: "failed", failure: response.failure } : response;
}
