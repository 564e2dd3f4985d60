import { areOfRatings } from "../../lib/domain/stars.ts";
import type { CallContext, FetchPages, FetchStars } from "../../lib/stores/connector.ts";
import type { ItemLookup, ListingRecord, MetricsRecord } from "../../lib/stores/records.ts";
import { APP_PARTS_MAX } from "../../scrapers/contracts/app-parts.ts";
import { fakeListing, fakeMetrics, storeFailure } from "./fake-store-records.ts";
import { type FakeResponse, isFailure, settle } from "./fake-store-scripts.ts";

type Responses = {
  readonly listing: (externalId: string, target: { country: string; locale: string }) => FakeResponse<ListingRecord>;
  readonly metrics: (externalId: string, country: string) => FakeResponse<MetricsRecord>;
};

/** The part of a fake store that returns pages and stars: those of its listings and metrics. */
export function createFakeAppParts(next: Responses): {
  readonly fetchPages: FetchPages;
  readonly fetchStars: FetchStars;
} {
  return {
    fetchPages: ({ externalId, targets }, context) => {
      throwIfTooMany(targets);
      return Promise.all(
        targets.map(async (target) => {
          const lookup = await settlePart(
            next.listing(externalId, target),
            (given: Partial<ListingRecord>) => {
              const { title, description, whats_new, icon_url, version, version_released_at, ...page } = fakeListing(
                target,
                given,
              );
              return page;
            },
            context,
          );
          return { target, lookup };
        }),
      );
    },

    fetchStars: ({ externalId, storefronts }, context) => {
      throwIfTooMany(storefronts);
      return Promise.all(
        storefronts.map(async ({ country, ratingCount: known }) => {
          const response = next.metrics(externalId, country);
          const { rating_count, stars } = fakeMetrics(country, isRecord(response) ? response : {});
          const complete = () => ({ country_code: country, stars: stars ?? ([0, 0, 0, 0, 0] as const) });
          const lookup = await settlePart(response, complete, context);
          const isOfOthers = lookup.outcome === "found" && !areOfRatings(rating_count, known);
          return { country, lookup: isOfOthers ? unusable : lookup };
        }),
      );
    },
  };
}

function isRecord(response: FakeResponse<MetricsRecord>): response is Partial<MetricsRecord> {
  return typeof response === "object" && !isFailure(response);
}

const unusable = { outcome: "failed", failure: storeFailure("invalid_response", { status: 200 }) } as const;

function throwIfTooMany(items: readonly unknown[]): void {
  if (items.length > APP_PARTS_MAX) throw new RangeError(`${items.length} parts`);
}

/** What the store does not have is a failure, since it has the app as far as is known. */
async function settlePart<Given extends object, Part>(
  response: FakeResponse<Given>,
  complete: (given: Partial<Given>) => Part,
  context: CallContext,
): Promise<ItemLookup<Part>> {
  const lookup = await settle(response, complete, context);
  if (lookup.outcome !== "empty_response") return lookup;
  return { outcome: "failed", failure: storeFailure("invalid_response", { status: 404 }) };
}
