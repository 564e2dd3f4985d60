import { countries } from "../../../db/seeds/countries.ts";
import { storeCategories } from "../../../db/seeds/store-categories.ts";
import { activeStorefronts } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { type BoundedCache, boundedCache } from "../bounded-cache.ts";
import { appOnDay, type Storefronts } from "./app-on-day.ts";
import { buildApps } from "./apps.ts";
import { buildPublishers } from "./publishers.ts";
import type { AppOnDay, CatalogueApp, CataloguePublisher } from "./records.ts";
import { buildSearchIndex, type SearchIndex } from "./search-index.ts";

const APPS_PER_STORE = 2_400;
const PUBLISHERS_PER_STORE = 320;
const APP_DAYS_CACHED_MAX = 2_000;
const CHARTS_CACHED_MAX = 300;
const SEARCHES_CACHED_MAX = 1_000;

export type CatalogueOptions = {
  readonly seed: number;
  /** The date of day 0, YYYY-MM-DD. */
  readonly epoch: string;
  readonly appsPerStore?: number;
  readonly publishersPerStore?: number;
};

/** The apps of one platform. */
export type Store = {
  readonly apps: readonly CatalogueApp[];
  readonly byId: ReadonlyMap<string, CatalogueApp>;
  readonly publishers: readonly CataloguePublisher[];
  readonly index: SearchIndex;
  readonly byPublisher: ReadonlyMap<string, readonly CatalogueApp[]>;
  readonly charts: BoundedCache<readonly CatalogueApp[]>;
  readonly searches: BoundedCache<readonly string[]>;
  readonly storefronts: readonly string[];
  offerIn(externalId: string, countries: readonly string[] | undefined): void;
};

export function buildStore(options: CatalogueOptions, input: { platform: Platform; epochMs: number }): Store {
  const { platform } = input;
  const active = activeStorefronts(countries, platform);
  const storefronts: Storefronts = {
    epochMs: input.epochMs,
    codes: active.map(({ code }) => code).toSorted(),
    byCode: new Map(active.map((country) => [country.code, country])),
  };
  const days = boundedCache<AppOnDay>({ entriesMax: APP_DAYS_CACHED_MAX });
  const publishers = buildPublishers({
    seed: options.seed,
    platform,
    count: options.publishersPerStore ?? PUBLISHERS_PER_STORE,
  });
  const facts = buildApps({
    seed: options.seed,
    platform,
    publishers,
    categories: storeCategories.flatMap(({ platform: owner, externalId, name, parentExternalId }) =>
      owner === platform && externalId !== null ? [{ externalId, name, parentExternalId }] : [],
    ),
    count: options.appsPerStore ?? APPS_PER_STORE,
  });

  const offers = new Map<string, ReadonlySet<string>>();
  const charts = boundedCache<readonly CatalogueApp[]>({ entriesMax: CHARTS_CACHED_MAX });
  const searches = boundedCache<readonly string[]>({ entriesMax: SEARCHES_CACHED_MAX });
  const apps = facts.map((one) => ({
    ...one,
    on: (day: number) =>
      days.get(`${one.externalId}@${day}`, () => appOnDay(one, storefronts, day, offers.get(one.externalId))),
  }));

  function offerIn(externalId: string, codes: readonly string[] | undefined): void {
    if (codes === undefined) offers.delete(externalId);
    else offers.set(externalId, new Set(codes));
    days.clear();
    charts.clear();
    searches.clear();
  }
  return {
    apps,
    byId: new Map(apps.map((one) => [one.externalId, one])),
    publishers,
    index: buildSearchIndex(facts),
    byPublisher: Map.groupBy(
      apps.toSorted((a, b) => b.fame - a.fame),
      (one) => one.publisher.externalId,
    ),
    charts,
    searches,
    storefronts: storefronts.codes,
    offerIn,
  };
}
