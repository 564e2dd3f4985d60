import type { Catalogue } from "../../infra/store-simulator/catalogue/catalogue.ts";
import type { CatalogueApp } from "../../infra/store-simulator/catalogue/records.ts";
import type { FaultRule } from "../../infra/store-simulator/faults/fault-rule.ts";
import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";

/** The ten days of both stores: the events of each day, and the apps that they concern. */

export type Platform = "ios" | "android";
export const bothPlatforms: readonly Platform[] = ["ios", "android"];

/** The catalogue's day that is day 0 of the scenario. */
export const FIRST_DAY = 100;

/** The days on which the service runs. It misses the others. */
export const days = [0, 1, 2, 3, 5, 9, 10] as const;
export const LAST_DAY = 10;

/** The day on which process and database use UTC+14, where the date is a day later for most of the run. */
export const FAR_CLOCK_DAY = 5;

export type ChosenApps = {
  readonly tracked: readonly string[];
  readonly rivals: readonly string[];
};

/** The storefronts of an app on a day: all but some, only some, or those of the catalogue. */
type Offer = { readonly without: readonly string[] } | { readonly only: readonly string[] };

/** The events of each day, from the first to the last, for the tracked apps and rivals by their positions. */
const offers: readonly {
  readonly from: number;
  readonly to: number;
  readonly app: `tracked ${number}` | `rival ${number}`;
  readonly offer: Offer;
}[] = [
  { from: 1, to: 1, app: "tracked 0", offer: { without: ["us", "de", "fr", "gb"] } },
  { from: 2, to: 4, app: "tracked 0", offer: { without: ["de", "gb"] } },
  { from: 1, to: 1, app: "tracked 1", offer: { only: [] } },
  { from: 1, to: 1, app: "tracked 2", offer: { only: ["jp"] } },
  { from: 2, to: 2, app: "tracked 2", offer: { only: ["us", "jp", "fr"] } },
  { from: 5, to: 8, app: "tracked 2", offer: { without: ["jp", "br", "us"] } },
  { from: 5, to: 9, app: "rival 0", offer: { only: [] } },
  { from: 9, to: 10, app: "tracked 3", offer: { without: ["us"] } },
  { from: 1, to: 5, app: "tracked 4", offer: { only: ["us", "jp", "de"] } },
  { from: 2, to: 2, app: "tracked 5", offer: { only: [] } },
  { from: 3, to: 10, app: "rival 1", offer: { without: ["fr", "es", "it"] } },
];

/** The faults of the stores on a day, from its beginning to its end. */
const faults: Readonly<Record<number, readonly FaultRule[]>> = {
  2: [
    { match: { platform: "ios", kind: "lookup" }, probability: 0.25, respond: "server_error" },
    { match: { platform: "ios", country: "fr" }, times: 2, respond: "forbidden" },
    { match: { platform: "ios", kind: "page" }, times: 60, respond: "unavailable" },
    { match: { platform: "ios", kind: "reviews" }, respond: "reset" },
    { match: { platform: "android", kind: "details" }, probability: 0.3, respond: "server_error" },
  ],
  3: [
    {
      match: { platform: "ios", kind: "lookup", country: "jp" },
      respond: { status: 200, headers: {}, body: '{"resultCount":0,"results":[]}' },
    },
    { match: { platform: "ios", kind: "lookup", country: "de" }, respond: "garbage" },
    { match: { platform: "android", country: "de" }, respond: "captcha" },
  ],
  9: [
    { match: { platform: "ios" }, times: 12, respond: "forbidden" },
    { probability: 0.1, respond: "reset" },
  ],
};

/** The requests that a fault may fail. */
type Requested = {
  readonly platform: Platform;
  readonly country: string;
  readonly kind: "lookup" | "details" | "chart";
};

/**
 * Returns whether a fault of the day fails every such request to this storefront. Faults that end, or that fail some
 * requests, keep nothing from being read on their day, because the service requests it again.
 */
export function isBlocked(day: number, { platform, country, kind }: Requested): boolean {
  return (faults[day] ?? []).some(
    ({ match, times, probability }) =>
      match?.country === country &&
      match.platform === platform &&
      (match.kind === undefined || match.kind === kind) &&
      times === undefined &&
      probability === undefined,
  );
}

/** Returns whether a fault of the day may fail some of such requests of the App Store to a storefront. */
export function mayFail(day: number, country: string, kind: "chart_page" | "lookup"): boolean {
  return (faults[day] ?? []).some(
    ({ match = {} }) =>
      (match.platform ?? "ios") === "ios" && (match.country ?? country) === country && (match.kind ?? kind) === kind,
  );
}

/** Returns whether a fault of the day fails every request that reads an app in this storefront. */
export function isAppBlocked(day: number, { platform }: { readonly platform: Platform }, country: string): boolean {
  return isBlocked(day, { platform, country, kind: platform === "ios" ? "lookup" : "details" });
}

/** Makes the stores show a day of the scenario without its faults. */
export function showDay(simulator: StoreSimulator, apps: Readonly<Record<Platform, ChosenApps>>, day: number): void {
  const { catalogue } = simulator;
  // The clock of the stores has already passed the days; the hours compensate for what the day adds.
  simulator.setDay(FIRST_DAY + day, -24 * (FIRST_DAY + day));
  const names = new Set(offers.map(({ app }) => app));
  for (const platform of bothPlatforms) {
    for (const name of names) {
      const externalId = placeOf(apps[platform], name);
      if (externalId !== undefined) offerOnDay(catalogue, { platform, externalId, name, day });
    }
  }
}

function offerOnDay(
  catalogue: Catalogue,
  {
    platform,
    externalId,
    name,
    day,
  }: { readonly platform: Platform; readonly externalId: string; readonly name: string; readonly day: number },
): void {
  catalogue.offerIn({ platform, externalId, countries: undefined });
  const offer = offers.find(({ app, from, to }) => app === name && day >= from && day <= to)?.offer;
  if (offer === undefined) return;
  const usual = catalogue.appOn({ platform, externalId, day: FIRST_DAY + day })?.availableCountries() ?? [];
  const countries = "only" in offer ? offer.only : usual.filter((code) => !offer.without.includes(code));
  catalogue.offerIn({ platform, externalId, countries });
}

export function beginFaults({ faults: list }: StoreSimulator, day: number): void {
  list.clear();
  for (const fault of faults[day] ?? []) list.add(fault);
}

function placeOf({ tracked, rivals }: ChosenApps, name: string): string | undefined {
  const [list, place] = name.split(" ");
  return (list === "tracked" ? tracked : rivals)[Number(place)];
}

/** The apps whose sync a user requests on a day, by their positions among the tracked apps. */
export const requestedSyncs: Readonly<Record<number, readonly number[]>> = { 3: [0], 9: [1, 2] };

/** The number of apps of each store to choose from. */
const CANDIDATES = 150;

/** Returns the apps of a store that change most in these days and are sold in its large storefronts on the first. */
export function chooseApps(
  catalogue: Catalogue,
  platform: Platform,
  { tracked, rivals }: { readonly tracked: number; readonly rivals: number },
): ChosenApps {
  const ids = catalogue
    .apps(platform)
    .filter(isSoldWidely)
    .slice(0, CANDIDATES)
    .map(({ externalId }) => ({ externalId, score: changesOf(catalogue, platform, externalId) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ externalId }) => externalId);
  return { tracked: ids.slice(0, tracked), rivals: ids.slice(tracked, tracked + rivals) };
}

function isSoldWidely(app: CatalogueApp): boolean {
  const first = app.on(FIRST_DAY);
  const isSold = ["us", "de", "fr", "gb", "jp"].every(first.isAvailable);
  return isSold && !first.isPreRegistration && app.on(FIRST_DAY + LAST_DAY).isInStore;
}

/** Apps are ordered by the kinds of their changes, then by the number of changes. */
function changesOf(catalogue: Catalogue, platform: Platform, externalId: string): number {
  const span = { fromDay: FIRST_DAY, toDay: FIRST_DAY + LAST_DAY };
  const found = catalogue.changes({ platform, externalId, ...span });
  const fields = new Set(found.listings.map(({ field }) => field));
  const others = [found.prices, found.ratings, found.availability, found.identity].filter(({ length }) => length > 0);
  return (fields.size + others.length) * 1_000 + Math.min(999, found.listings.length);
}
