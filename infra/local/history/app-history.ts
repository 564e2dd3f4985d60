import {
  type Country,
  DEFAULT_COUNTRY,
  GLOBAL_COUNTRY,
  type ListingLanguage,
  listingLanguages,
  storefrontCodes,
} from "../../../lib/domain/country.ts";
import { type TrackedListingField, trackedListingFields } from "../../../lib/domain/listing-field.ts";
import { platformFacts } from "../../../lib/domain/platform.ts";
import { countItems } from "../../../lib/domain/sync-phase.ts";
import type { AppOnDay, CatalogueApp, ListingOnDay, MetricsOnDay } from "../../store-simulator/catalogue/records.ts";

/** A revision of a listing, or a tombstone (`shown` is undefined), from an instant on. */
export type Revision = {
  readonly locale: string;
  readonly country: string;
  readonly at: Date;
  readonly version: string | null;
  readonly shown: ShownListing | undefined;
};

export type ShownListing = Readonly<Record<TrackedListingField, string | null>>;

export type ListingChange = Pick<Revision, "locale" | "at" | "version"> & {
  readonly field: TrackedListingField | "locale_added" | "locale_removed";
  readonly before: string | null;
  readonly after: string | null;
};

/** The metrics of a storefront, or of the global sentinel, from an instant on. */
export type MetricPoint = {
  readonly country: string;
  readonly at: Date;
  /** undefined where the storefront lacks the app, and on Google Play where it has it: measures are global there. */
  readonly metrics: MetricsOnDay | undefined;
  readonly isAvailable: boolean;
  /** The storefront of a global price, which pages of other storefronts do not change. */
  readonly priceCountry?: string | undefined;
};

export type AppHistory = {
  readonly app: CatalogueApp;
  /** As on the last of the days. */
  readonly last: AppOnDay;
  readonly lastSyncedAt: Date;
  /**
   * The items that one sync reads: the identity, each language, and each storefront's metrics, or the global metrics
   * and the statuses.
   */
  readonly items: number;
  readonly versions: readonly { readonly version: string; readonly releasedAt: string; readonly seenAt: Date }[];
  readonly revisions: readonly Revision[];
  /** The storefront in which the last sync read each language that it found. */
  readonly pages: ReadonlyMap<string, string>;
  readonly changes: readonly ListingChange[];
  readonly points: readonly MetricPoint[];
  readonly days: readonly string[];
};

/** The history of an app that has its ids in the database. */
export type StoredHistory = AppHistory & { readonly appId: number; readonly versionIds: ReadonlyMap<string, number> };

/** Days of the catalogue with the instants at which syncs read the stores. */
export type ObservedDay = { readonly day: number; readonly at: Date };

const UNSYNCED_SHARE = 0.01;
const MINUTES_OF_SPREAD = 600;

/**
 * Returns the rows that syncs of an app on these days would have stored: change points, as the pipeline writes them.
 * Each sync reads every language and storefront, on Google Play too, so that each change is dated to its own day.
 */
export function appHistory(
  app: CatalogueApp,
  countries: readonly Country[],
  days: readonly ObservedDay[],
): AppHistory | undefined {
  const history = {
    versions: [],
    revisions: [],
    pages: new Map(),
    changes: [],
    points: [],
    days: [],
  } as MutableHistory;
  const languages = listingLanguages(countries, app.platform);
  const storefronts = storefrontCodes(countries, app.platform);
  const shown = new Map<string, Revision>();
  const measured = new Map<string, string>();
  let priced: Observed | undefined;
  let last: { readonly onDay: AppOnDay; readonly at: Date } | undefined;

  for (const [index, { day, at: midnight }] of days.entries()) {
    const onDay = app.on(day);
    if (!onDay.isInStore || (index > 0 && app.draws.chance(`unsynced:${day}`, UNSYNCED_SHARE))) continue;
    const at = new Date(midnight.getTime() + app.draws.int(`synced:${day}`, 1, MINUTES_OF_SPREAD) * 60_000);
    last = { onDay, at };
    history.days.push(at.toISOString().slice(0, 10));
    addVersion(history, onDay, at);
    addListings(history, shown, { onDay, at, languages });
    const observations = observed(onDay, storefronts).map((seen) => withPrice(seen, priced));
    priced = observations.find(({ priceCountry }) => priceCountry !== undefined) ?? priced;
    addPoints(history, measured, { at, observations });
  }
  if (last === undefined) return undefined;
  const items = countItems(countries, app.platform);
  return { ...history, app, last: last.onDay, lastSyncedAt: last.at, items };
}

type Observed = Omit<MetricPoint, "at">;

/** Returns global metrics with the price of the storefront in which it was read first. */
function withPrice(seen: Observed, priced: Observed | undefined): Observed {
  const { metrics } = seen;
  if (metrics === undefined || seen.priceCountry === undefined) return seen;
  if (priced?.metrics === undefined || priced.priceCountry === seen.priceCountry) return seen;
  const { price, currency } = priced.metrics;
  return { ...seen, metrics: { ...metrics, price, currency }, priceCountry: priced.priceCountry };
}

type MutableHistory = {
  versions: AppHistory["versions"][number][];
  revisions: Revision[];
  pages: Map<string, string>;
  changes: ListingChange[];
  points: MetricPoint[];
  days: string[];
};

function addVersion({ versions }: MutableHistory, { version, versionReleasedAt }: AppOnDay, seenAt: Date): void {
  if (version === null || versions.some((known) => known.version === version)) return;
  versions.push({ version, releasedAt: versionReleasedAt, seenAt });
}

function addListings(
  { revisions, pages, changes }: MutableHistory,
  shown: Map<string, Revision>,
  { onDay, at, languages }: { onDay: AppOnDay; at: Date; languages: readonly ListingLanguage[] },
): void {
  for (const { locale, storefronts } of languages) {
    const country = storefronts.find((code) => onDay.isAvailable(code)) ?? storefronts[0] ?? DEFAULT_COUNTRY;
    const listing = onDay.listing(locale, country);
    if (listing === undefined) pages.delete(locale);
    else pages.set(locale, country);
    const before = shown.get(locale);
    const revision = { locale, country, at, version: onDay.version, shown: listing && shownListing(onDay, listing) };
    const found = before === undefined ? [] : differences(before, revision);
    if (before !== undefined && found.length === 0) continue;
    shown.set(locale, revision);
    revisions.push(revision);
    changes.push(...found);
  }
}

function addPoints(
  { points }: MutableHistory,
  measured: Map<string, string>,
  { at, observations }: { at: Date; observations: readonly Observed[] },
): void {
  for (const { country, isAvailable, metrics, priceCountry } of observations) {
    const text = JSON.stringify([isAvailable, metrics && measuresOf(metrics)]);
    if (measured.get(country) === text) continue;
    measured.set(country, text);
    points.push({ country, at, isAvailable, metrics, priceCountry });
  }
}

/** Returns a listing as the service stores it: Google Play has no subtitle and no promotional text. */
function shownListing({ platform }: AppOnDay, listing: ListingOnDay): ShownListing {
  const isApple = platformFacts[platform].hasStorefrontApps;
  return {
    title: listing.title,
    subtitle: isApple ? listing.subtitle : null,
    promotional_text: isApple ? listing.promotionalText : null,
    description: listing.description,
    whats_new: listing.whatsNew,
    screenshots: JSON.stringify(listing.screenshots),
    icon_url: listing.iconUrl,
    video_url: listing.videoUrl,
  };
}

function differences(before: Revision, after: Revision): readonly ListingChange[] {
  const { locale, at, version } = after;
  if (before.shown === undefined || after.shown === undefined) {
    if (before.shown === after.shown) return [];
    const field = after.shown === undefined ? "locale_removed" : "locale_added";
    return [{ locale, at, version, field, before: before.shown?.title ?? null, after: after.shown?.title ?? null }];
  }
  const [was, is] = [before.shown, after.shown];
  return trackedListingFields
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ locale, at, version, field, before: was[field], after: is[field] }));
}

/**
 * Returns the observations that a day's sync stores for each storefront: on Google Play its status, beside the global
 * metrics.
 */
function observed(onDay: AppOnDay, storefronts: readonly string[]): readonly Observed[] {
  const isGlobal = platformFacts[onDay.platform].hasGlobalMetrics;
  const observations = storefronts.map((country) => ({
    country,
    isAvailable: onDay.isAvailable(country),
    metrics: isGlobal ? undefined : onDay.metrics(country),
  }));
  const first = [DEFAULT_COUNTRY, ...storefronts].find((code) => onDay.isAvailable(code));
  if (!isGlobal || first === undefined) return observations;
  return [
    { country: GLOBAL_COUNTRY, isAvailable: true, metrics: onDay.metrics(first), priceCountry: first },
    ...observations,
  ];
}

function measuresOf(metrics: MetricsOnDay) {
  const { rating, ratingCount, stars, price, currency, installsRange, fileSizeBytes } = metrics;
  return [rating?.toFixed(2), ratingCount, stars, price, currency, installsRange, fileSizeBytes];
}
