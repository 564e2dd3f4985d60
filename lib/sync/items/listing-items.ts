import type { ItemKey } from "../../../db/queries/failed-items.ts";
import { availabilityObservation, type MetricObservation } from "../../../db/queries/metric-observations.ts";
import { type FoundListing, storeListings } from "../../../db/queries/store-listings.ts";
import { platformFacts } from "../../domain/platform.ts";
import type { ListingRecord } from "../../stores/records.ts";
import type { ItemBatch, ItemKind } from "../item-loop.ts";
import type { SyncRun } from "../phase.ts";
import type { ItemResponse, SyncItem } from "../sync-item.ts";
import { itemResults, lookupAt } from "./item-results.ts";

/** One item a store language, read in the first of its storefronts that has the app. */
export const listingItems: ItemKind<ListingRecord> = {
  async fetch(deps, run, items, context) {
    const targets = items.map(({ item, country }) => ({ country, locale: item.locale ?? "" }));
    const lookups = await deps.connector.fetchListings({ externalId: run.externalId, targets }, context);
    return items.map((asked, index) => ({ ...asked, lookup: lookupAt(lookups, index) }));
  },

  async store(deps, run, batch) {
    const { settled, failed, found } = itemResults(batch);
    const stored = await storeListings(deps.db, {
      fence: batch.fence,
      observedAt: batch.observedAt,
      found: found.map(foundListing),
      absent: batch.absent.flatMap(absentListing),
      observations: availabilityOf(run, batch),
      settled,
      failed,
    });
    if (stored === undefined) return false;
    if (stored.stale > 0) deps.measure("StaleListingResponses", stored.stale, { platform: run.platform });
    deps.log.debug("sync.listings.stored", stored);
    return true;
  },
};

/** A language that no storefront shows is recorded under the one that is asked for it first. */
function absentListing({ storefronts: [first], locale }: SyncItem): readonly ItemKey[] {
  return first === undefined ? [] : [{ country_code: first, locale }];
}

/** A listing tells of its storefront's availability alone: absence, and where metrics are global also presence. */
function availabilityOf(run: SyncRun, batch: ItemBatch<ListingRecord>): readonly MetricObservation[] {
  const responses = batch.responded.filter(({ lookup }) => lookup.outcome !== "failed");
  const available = new Set(countriesOf(responses, "found"));
  const unavailable = new Set(countriesOf(responses, "empty_response").filter((country) => !available.has(country)));
  const seen = platformFacts[run.platform].metricsScope === "global" ? [...available] : [];
  return [
    ...[...unavailable].map((country) => availabilityObservation(country, false)),
    ...seen.map((country) => availabilityObservation(country, true)),
  ];
}

function countriesOf(responses: readonly ItemResponse<unknown>[], outcome: "found" | "empty_response"): string[] {
  return responses.filter(({ lookup }) => lookup.outcome === outcome).map(({ country }) => country);
}

function foundListing(record: ListingRecord): FoundListing {
  return {
    locale: record.locale,
    country_code: record.country,
    title: record.title,
    subtitle: record.subtitle,
    promotional_text: record.promotionalText,
    description: record.description,
    whats_new: record.whatsNew,
    screenshots: record.screenshots,
    icon_url: record.iconUrl,
    video_url: record.videoUrl,
    version: record.version,
    version_released_at: record.versionReleasedAt,
    unread: record.unreadFields,
  };
}
