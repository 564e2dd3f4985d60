import * as z from "zod";
import {
  chartResponseSchema,
  developerAppsResponseSchema,
  developersResponseSchema,
  searchRanksSchema,
  suggestionsSchema,
} from "../../scrapers/contracts/lists.ts";
import { extendedIdentitySchema, listingOutcomeSchema } from "../../scrapers/contracts/records.ts";
import { searchIdsSchema, searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import type { ListingTarget } from "../domain/country.ts";
import type { Platform } from "../domain/platform.ts";
import { publisherReadCosts } from "../domain/publisher.ts";
import { searchCosts, searchRanksCosts } from "../domain/request-costs.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { CallContext, IdentityRequest, StoreConnector } from "./connector.ts";
import { failed } from "./interpret-response.ts";
import { foundWithFacts, type LookupWithFacts, normaliseShownFacts, toTargetLookup } from "./normalise-facts.ts";
import {
  keepReadable,
  normaliseChartEntry,
  normalisePublisherApp,
  normalisePublisherHit,
  normaliseSearchHit,
  normaliseSearchRanks,
  normaliseSuggestions,
} from "./normalise-lists.ts";
import { normaliseIdentity, normaliseListing, normaliseMetrics } from "./normalise-records.ts";
import { platformRoutes } from "./platform-routes.ts";
import type { ItemLookup, ListingRecord, Lookup, StoreFailure } from "./records.ts";
import { noReports, type ResponseReporter } from "./response-reporter.ts";
import type { Transport } from "./signed-transport.ts";
import type { RetryBudget } from "./store-budget.ts";
import {
  type ConnectorLogger,
  callStore,
  callStoreInBulk,
  callStoreOnce,
  type ScraperClient,
  type SingleRequest,
} from "./store-call.ts";
import { UpstreamError } from "./store-errors.ts";

const silentLogger: ConnectorLogger = { warn: () => undefined, error: () => undefined };

export function createConnector(input: {
  readonly platform: Platform;
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly random: () => number;
  readonly budget?: RetryBudget;
  /** Receives the outcome of every call, to adapt the request rate. Optional. */
  readonly report?: ResponseReporter;
  readonly logger?: ConnectorLogger;
  /** The machine's clock, for a `Retry-After` that is a date. */
  readonly now?: Clock;
}): StoreConnector {
  const { budget = async () => 0, report = noReports, logger = silentLogger, now = systemClock(), ...rest } = input;
  const client: ScraperClient = { ...rest, budget, report, logger, now };
  const routes = platformRoutes[input.platform];
  const { identityQuery, listingsQuery, chartQuery, publisherPagesQuery } = routes;
  const { fetchMetrics, chartPageOf, storefrontAppsOf, appPartsOf } = routes;
  const { fetchPages, fetchStars } = appPartsOf?.(client) ?? {};

  return {
    platform: input.platform,

    async fetchIdentity(request, context) {
      const { externalId, country } = request;
      const lookup = await callOrThrow(client, context, {
        operation: "fetchIdentity",
        subject: externalId,
        storefront: country,
        segments: ["apps", externalId, "identity"],
        query: { country, ...identityQuery(request) },
        schema: extendedIdentitySchema().refine((identity) => isOf(identity, request), "the identity of another app"),
      });
      if (lookup.outcome !== "found") return lookup;
      const { listing, metrics } = lookup.record;
      const target = { country, locale: request.pageLocale ?? "" };
      return {
        outcome: "found",
        record: normaliseIdentity(lookup.record),
        ...normaliseShownFacts(lookup.record),
        ...(listing !== undefined && { listing: normaliseListing(target, listing) }),
        ...(metrics !== undefined && { metrics: normaliseMetrics(country, metrics) }),
      };
    },

    async fetchListings({ externalId, targets, factsOf }, context) {
      const lookups = await callStoreInBulk(client, context, targets, {
        request: (pending) => ({
          operation: "fetchListings",
          subject: externalId,
          storefront: null,
          segments: ["apps", externalId, "listings", "locales"],
          query: listingsQuery(pending, factsOf),
          schema: listingsBody,
        }),
        outcomeSchema: listingOutcomeSchema(),
        read: (target, outcome) => readListing(client.platform, target, outcome),
      });
      return lookups.map(toTargetLookup);
    },

    fetchMetrics: (request, context) => fetchMetrics(client, request, context),

    async searchApps({ term, country, limit }, context) {
      const hits = await fetchList(client, context, {
        operation: "searchApps",
        subject: term,
        storefront: country,
        segments: ["apps", "search"],
        query: { term, country, limit: String(limit) },
        schema: searchResponseSchema().transform(({ results }, issues) =>
          keepReadable(results, normaliseSearchHit, issues),
        ),
      });
      return hits.slice(0, limit);
    },

    searchAppIds: routes.searchesIds
      ? async ({ term, country, limit }, context) => {
          const ids = await fetchList(client, context, {
            operation: "searchAppIds",
            subject: term,
            storefront: country,
            segments: ["apps", "search", "ids"],
            query: { term, country, limit: String(limit) },
            schema: searchIdsSchema().transform(({ ids: found }) => found),
            costs: searchCosts.ios.first,
          });
          return ids.slice(0, limit);
        }
      : undefined,

    async fetchChart(request, context) {
      const { categoryExternalId, collection, country } = request;
      return fetchList(client, context, {
        operation: "fetchChart",
        subject: `${collection} ${categoryExternalId ?? ""}`,
        storefront: country,
        segments: ["charts"],
        query: { collection, country, ...chartQuery(request) },
        schema: chartResponseSchema().transform(({ results }, issues) =>
          keepReadable(results, normaliseChartEntry, issues),
        ),
      });
    },

    fetchChartPage: chartPageOf?.(client),

    async fetchPublisherApps({ externalId, country, pages }, context) {
      return callOrThrow(client, context, {
        operation: "fetchPublisherApps",
        subject: externalId,
        storefront: country,
        segments: ["developers", externalId, "apps"],
        query: { country, ...(pages && publisherPagesQuery(pages)) },
        schema: developerAppsResponseSchema().transform(({ apps }, issues) =>
          keepReadable(apps, normalisePublisherApp, issues),
        ),
        ...(pages && { costs: publisherReadCosts[client.platform] }),
      });
    },

    async searchPublishers({ term, country, limit }, context) {
      const publishers = await fetchList(client, context, {
        operation: "searchPublishers",
        subject: term,
        storefront: country,
        segments: ["developers", "search"],
        query: { term, country, limit: String(limit) },
        schema: developersResponseSchema().transform(({ results }, issues) =>
          keepReadable(results, normalisePublisherHit, issues),
        ),
      });
      return publishers.slice(0, limit);
    },

    suggestTerms: ({ term, country, language }, context) =>
      fetchList(client, context, {
        operation: "suggestTerms",
        subject: term,
        storefront: country,
        segments: ["suggestions"],
        query: { term, country, lang: language },
        schema: suggestionsSchema().transform(({ terms }) => normaliseSuggestions(terms)),
      }),

    async searchRanks({ term, country, language }, context) {
      const request = {
        operation: "searchRanks",
        subject: term,
        storefront: country,
        segments: ["apps", "search", "ranks"],
        query: { term, country, lang: language },
        schema: searchRanksSchema().transform(normaliseSearchRanks),
        costs: searchRanksCosts[client.platform],
        reportsThrottles: false,
      };
      return recordOf(client, request, await callStoreOnce(client, context, request));
    },

    fetchStorefrontApps: storefrontAppsOf?.(client),
    fetchPages,
    fetchStars,
  };
}

function isOf(
  { app_id, listing, metrics }: z.infer<ReturnType<typeof extendedIdentitySchema>>,
  { country, externalId, pageLocale }: IdentityRequest,
): boolean {
  const areOfCountry = [listing, metrics].every((one) => one === undefined || one.country === country);
  return app_id === externalId && areOfCountry && (listing === undefined || listing.locale === pageLocale);
}

const listingsBody = z.object({ listings: z.array(z.unknown()) }).transform(({ listings }) => listings);

function readListing(
  platform: Platform,
  target: ListingTarget,
  outcome: z.infer<ReturnType<typeof listingOutcomeSchema>>,
): LookupWithFacts<ListingRecord> | undefined {
  if (outcome.country !== target.country || outcome.locale !== target.locale) return undefined;
  if (outcome.outcome === "failed") return failed(outcome.reason, outcome.statusCode, outcome.retry_after_seconds);
  if (outcome.outcome === "empty_response") return { outcome: "empty_response", absence: outcome.absence };

  const { listing } = outcome;
  if (listing.platform !== platform || listing.country !== target.country) return undefined;
  return foundWithFacts(normaliseListing(target, listing), listing);
}

/** A store without results sends an empty list, so "not found" is a failure here. */
async function fetchList<Body>(
  client: ScraperClient,
  context: CallContext,
  request: SingleRequest<Body>,
): Promise<Body> {
  return recordOf(client, request, await callStore(client, context, request));
}

function recordOf<Body>(client: ScraperClient, request: { operation: string }, lookup: ItemLookup<Body>): Body {
  if (lookup.outcome === "found") return lookup.record;
  const { failure } = lookup.outcome === "failed" ? lookup : failed("invalid_response", 404);
  throw upstreamError(client, request, failure);
}

async function callOrThrow<Body>(
  client: ScraperClient,
  context: CallContext,
  request: SingleRequest<Body>,
): Promise<Lookup<Body>> {
  const lookup = await callStore(client, context, request);
  if (lookup.outcome === "failed") throw upstreamError(client, request, lookup.failure);
  return lookup;
}

function upstreamError({ platform }: ScraperClient, { operation }: { operation: string }, failure: StoreFailure) {
  return new UpstreamError({ platform, operation, failure });
}
