import * as z from "zod";

import { APP_PARTS_MAX, histogramOutcomeSchema, pageOutcomeSchema } from "../../scrapers/contracts/app-parts.ts";
import type { ListingTarget } from "../domain/country.ts";
import { partCosts } from "../domain/request-costs.ts";
import { areOfRatings } from "../domain/stars.ts";
import type { FetchPages, FetchStars, StarsTarget } from "./connector.ts";
import { failed } from "./interpret-response.ts";
import { foundWithFacts, type LookupWithFacts, toTargetLookup } from "./normalise-facts.ts";
import { normalisePage, normaliseStars } from "./normalise-records.ts";
import type { ItemLookup, PageRecord, StarsRecord } from "./records.ts";
import { callStoreInBulk, type ScraperClient } from "./store-call.ts";

export type AppParts = { readonly fetchPages: FetchPages; readonly fetchStars: FetchStars };

export function appPartsOf(client: ScraperClient): AppParts {
  return {
    async fetchPages({ externalId, targets, factsOf }, context) {
      throwIfTooMany(targets);
      const lookups = await callStoreInBulk(client, context, targets, {
        request: (pending) => ({
          operation: "fetchPages",
          subject: externalId,
          storefront: null,
          segments: ["apps", externalId, "pages"],
          query: {
            targets: pending.map(targetText).join(","),
            ...(factsOf !== undefined && { facts: targetText(factsOf) }),
          },
          schema: z.object({ pages: z.array(z.unknown()) }).transform(({ pages }) => pages),
        }),
        outcomeSchema: pageOutcomeSchema(),
        read: readPage,
        costsOfItem: partCosts.page,
      });
      return lookups.map(toTargetLookup);
    },

    async fetchStars({ externalId, storefronts }, context) {
      throwIfTooMany(storefronts);
      const lookups = await callStoreInBulk(client, context, storefronts, {
        request: (pending) => ({
          operation: "fetchStars",
          subject: externalId,
          storefront: null,
          segments: ["apps", externalId, "histograms"],
          query: { countries: pending.map(({ country }) => country).join(",") },
          schema: z.object({ histograms: z.array(z.unknown()) }).transform(({ histograms }) => histograms),
        }),
        outcomeSchema: histogramOutcomeSchema(),
        read: readStars,
        costsOfItem: partCosts.stars,
      });
      return lookups.map(({ item, lookup }) => ({ country: item.country, lookup }));
    },
  };
}

function targetText({ country, locale }: ListingTarget): string {
  return `${country}:${locale}`;
}

function throwIfTooMany(items: readonly unknown[]): void {
  if (items.length > APP_PARTS_MAX) throw new RangeError(`More than ${APP_PARTS_MAX} parts`);
}

function readPage(
  target: ListingTarget,
  outcome: z.infer<ReturnType<typeof pageOutcomeSchema>>,
): LookupWithFacts<PageRecord> | undefined {
  if (outcome.country !== target.country || outcome.locale !== target.locale) return undefined;
  if (outcome.outcome === "missing") return missing;
  if (outcome.outcome === "failed") return failed(outcome.reason, outcome.statusCode, outcome.retry_after_seconds);
  const { page } = outcome;
  if (page.country !== target.country || page.locale !== target.locale) return undefined;
  return foundWithFacts(normalisePage(target, page), page);
}

/** The caller passes the expected number of ratings, because the scraper keeps no state. */
function readStars(
  { country, ratingCount }: StarsTarget,
  outcome: z.infer<ReturnType<typeof histogramOutcomeSchema>>,
): ItemLookup<StarsRecord> | undefined {
  if (outcome.country !== country) return undefined;
  if (outcome.outcome === "missing") return missing;
  if (outcome.outcome === "failed") return failed(outcome.reason, outcome.statusCode, outcome.retry_after_seconds);
  const { ratings } = outcome;
  if (ratings.country !== country || !areOfRatings(ratings.rating_count, ratingCount)) return undefined;
  return { outcome: "found", record: { country_code: country, stars: normaliseStars(ratings.rating_breakdown) } };
}

/** The store is believed to have the app. Only a request for the whole app decides whether it still does. */
const missing = failed("invalid_response", 404);
