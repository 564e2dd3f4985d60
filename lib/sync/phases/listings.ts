import {
  availabilityObservation,
  type MetricObservation,
  statusObservation,
} from "../../../db/queries/metrics/metric-observations.ts";
import type { ItemKey } from "../../../db/queries/runs/failed-items.ts";
import { type ShownInListing, saveListings } from "../../../db/queries/runs/save-listings.ts";
import { type ListingTarget, primaryLanguage } from "../../domain/country.ts";
import { platformFacts } from "../../domain/platform.ts";
import { requireRequest } from "../../stores/connector.ts";
import type { ListingRecord, PageRecord } from "../../stores/records.ts";
import { type ItemBatch, type ItemKind, runItems } from "../item-loop.ts";
import type { Phase, PhaseDependencies, SyncRun } from "../phase.ts";
import { type ItemResponse, isForPart, planListings, planPeriodicStorefronts, type SyncItem } from "../plan.ts";

export const listings: Phase = {
  run: (deps, run) =>
    runItems(deps, run, {
      kind: listingItems,
      items: [
        ...planListings(deps.countries, run.platform),
        ...planPeriodicStorefronts(deps.countries, run.platform, run.periodic_storefronts),
      ],
      completes: "phase",
      firstKey: languageOf(deps, run),
    }),
};

function languageOf({ countries }: PhaseDependencies, { platform, identity_country }: SyncRun): string {
  return primaryLanguage(countries, platform, identity_country);
}

/** One item per store language, read in the first of its storefronts that has the app. */
export const listingItems: ItemKind<ListingRecord | PageRecord> = {
  fetch(deps, run, items, context) {
    const { connector } = deps;
    const targets = items.map(({ item, country }) => ({ country, locale: item.locale ?? "" }));
    const factsOf = factsTarget(deps, run, targets);
    const request = { externalId: run.external_id, targets, ...(factsOf !== undefined && { factsOf }) };
    if (!items.some(isForPart)) return connector.fetchListings(request, context);
    return requireRequest(run.platform, connector.fetchPages)(request, context);
  },

  async save(deps, run, batch) {
    const { runUpdate, observedAt, responses, resolved, failed } = batch;
    const stored = await saveListings(deps.db, {
      runUpdate,
      platform: run.platform,
      observedAt,
      found: listingsIn(responses.filter(({ item }) => !item.isCheck)),
      checks: listingsIn(responses.filter(({ item }) => item.isCheck)),
      pages: batch.found.flatMap((record) => ("title" in record ? [] : [record])),
      notInStorefront: batch.notInStorefront.flatMap(absentListing),
      observations: availabilityOf(run, batch),
      shown: responses.flatMap(shownFacts),
      leadingLocale: platformFacts[run.platform].hasStorefrontApps ? null : languageOf(deps, run),
      resolved,
      failed,
    });
    if (stored === undefined) return false;
    reportStored(deps, run, stored);
    return true;
  },
};

/** Facts are read where the app was identified. With global metrics, the page of the identity has shown them. */
function factsTarget(
  deps: PhaseDependencies,
  run: SyncRun,
  targets: readonly ListingTarget[],
): ListingTarget | undefined {
  if (platformFacts[run.platform].hasGlobalMetrics) return undefined;
  const language = languageOf(deps, run);
  return targets.find(({ country, locale }) => country === run.identity_country && locale === language);
}

function shownFacts({ country, item, ...shown }: ItemResponse<unknown>): readonly ShownInListing[] {
  const { facts = null, similar = null, more_by_publisher = null } = shown;
  if (facts === null && similar === null && more_by_publisher === null) return [];
  return [{ country_code: country, locale: item.locale ?? "", facts, similar, more_by_publisher }];
}

function listingsIn(responses: readonly ItemResponse<ListingRecord | PageRecord>[]): readonly ListingRecord[] {
  return responses.flatMap(({ lookup }) =>
    lookup.outcome === "found" && "title" in lookup.record ? [lookup.record] : [],
  );
}

type StoredListings = { readonly revisions: number; readonly changes: number; readonly stale: number };

export function reportStored(deps: PhaseDependencies, { platform }: SyncRun, stored: StoredListings): void {
  if (stored.stale > 0) deps.log.info("sync.listings.stale", { platform, stale: stored.stale });
  deps.log.debug("sync.listings.stored", stored);
}

/** A language that no storefront shows is recorded under the first requested storefront. */
function absentListing({ storefronts: [first], locale, isCheck }: SyncItem): readonly ItemKey[] {
  return first === undefined || isCheck ? [] : [{ country_code: first, locale }];
}

/** A listing shows that its storefront lacks the app or, with global metrics, that it has the app. */
function availabilityOf(run: SyncRun, { responses }: ItemBatch<unknown>): readonly MetricObservation[] {
  const available = new Set(countriesOf(responses, "found"));
  const unavailable = new Set(countriesOf(responses, "empty_response").filter((country) => !available.has(country)));
  const seen = platformFacts[run.platform].hasGlobalMetrics ? [...available] : [];
  return [
    ...[...unavailable].map((country) => availabilityObservation(country, false)),
    ...seen.map((country) => statusObservation(country)),
  ];
}

function countriesOf(responses: readonly ItemResponse<unknown>[], outcome: "found" | "empty_response"): string[] {
  return responses.filter(({ lookup }) => lookup.outcome === outcome).map(({ country }) => country);
}
