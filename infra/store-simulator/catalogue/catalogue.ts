import { countries } from "../../../db/seeds/countries.ts";
import type { Country } from "../../../lib/domain/country.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

import { type CatalogueChanges, changesBetween } from "./changes.ts";
import { type ChartRequest, chartOn } from "./charts.ts";
import type { AppOnDay, CatalogueApp, CataloguePublisher } from "./records.ts";
import { inSearchOrder } from "./search-order.ts";
import { similarOn } from "./similar-apps.ts";
import { buildStore, type CatalogueOptions, type Store } from "./store.ts";
import { type SuggestionPlace, suggestionsFrom } from "./suggestions.ts";

type SearchRequest = {
  readonly platform: Platform;
  readonly term: string;
  readonly country: string;
  readonly day: number;
  readonly limit: number;
};

type AppRequest = { readonly platform: Platform; readonly externalId: string };

export type Catalogue = {
  readonly seed: number;
  readonly epoch: string;
  readonly countries: readonly Country[];
  startOf(day: number): Date;
  apps(platform: Platform): readonly CatalogueApp[];
  publishers(platform: Platform): readonly CataloguePublisher[];
  app(platform: Platform, externalId: string): CatalogueApp | undefined;
  appOn(request: AppRequest & { readonly day: number }): AppOnDay | undefined;
  changes(request: AppRequest & { readonly fromDay: number; readonly toDay: number }): CatalogueChanges;
  /** Apps that the storefront has on the day, best match first. */
  search(request: SearchRequest): readonly AppOnDay[];
  /** Terms that begin with the given one, in the order of the apps that have them in their titles. */
  suggest(request: SearchRequest & SuggestionPlace): readonly string[];
  /** At most 200 apps that the storefront has on the day, in rank order. */
  chart(request: ChartRequest & { readonly platform: Platform }): readonly AppOnDay[];
  /** All apps of a publisher that the storefront has on the day, best known first. */
  publisherApps(request: {
    readonly platform: Platform;
    readonly publisherExternalId: string;
    readonly country: string;
    readonly day: number;
  }): readonly AppOnDay[];
  /** Apps that the page of another one shows as similar, the most similar first; some pages show very many. */
  similarApps(request: AppRequest & { readonly country: string; readonly day: number }): readonly AppOnDay[];
  storefronts(platform: Platform): readonly string[];
  /** Sells an app only in these storefronts on every day. With undefined, the drawn storefronts sell it. */
  offerIn(request: AppRequest & { readonly countries: readonly string[] | undefined }): void;
  revision(): number;
};

/** Suggestions come from the titles of this many hits. */
const SUGGESTING_HITS = 60;

/** The apps are a pure function of the options, the day, and the storefronts that were set. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const epochMs = Date.parse(`${options.epoch}T00:00:00Z`);
  const stores: Readonly<Record<Platform, Store>> = {
    ios: buildStore(options, { platform: "ios", epochMs }),
    android: buildStore(options, { platform: "android", epochMs }),
  };
  const app = (platform: Platform, externalId: string) => stores[platform].byId.get(externalId);
  let revision = 0;

  function search({ platform, term, country, day, limit }: SearchRequest): readonly AppOnDay[] {
    const { apps, byId, index, searches } = stores[platform];
    const find = () => {
      // A word that no name, publisher or theme has may be one of a title or subtitle of the day.
      const candidates = (index.find(term) ?? apps).flatMap(({ externalId }) => byId.get(externalId)?.on(day) ?? []);
      const sold = candidates.filter((app) => app.isAvailable(country));
      return inSearchOrder(sold, { term, country, day }).map(({ externalId }) => externalId);
    };
    const found = searches.get([country, day, term].join(), find).slice(0, limit);
    return found.flatMap((externalId) => byId.get(externalId)?.on(day) ?? []);
  }

  return {
    seed: options.seed,
    epoch: options.epoch,
    countries,
    startOf: (day) => new Date(epochMs + day * 86_400_000),
    apps: (platform) => stores[platform].apps,
    publishers: (platform) => stores[platform].publishers,
    app,
    appOn: ({ platform, externalId, day }) => app(platform, externalId)?.on(day),
    changes({ platform, externalId, fromDay, toDay }) {
      const found = app(platform, externalId);
      if (found === undefined) throw new RangeError(`the ${platform} catalogue has no app ${externalId}`);
      return changesBetween(found.on(fromDay), found.on(toDay), countries);
    },
    search,
    suggest: ({ limit, ...request }) =>
      suggestionsFrom(search({ ...request, limit: SUGGESTING_HITS }), request.term, request).slice(0, limit),
    chart({ platform, ...request }) {
      const { apps, charts } = stores[platform];
      const { collection, country, category, day } = request;
      const key = [collection, country, category, day].join();
      return charts.get(key, () => chartOn(apps, request)).map((one) => one.on(day));
    },
    publisherApps({ platform, publisherExternalId, country, day }) {
      const owned = stores[platform].byPublisher.get(publisherExternalId) ?? [];
      return owned.map((one) => one.on(day)).filter((one) => one.isAvailable(country));
    },
    similarApps({ platform, externalId, country, day }) {
      const found = app(platform, externalId);
      return found === undefined ? [] : similarOn(found, { apps: stores[platform].apps, country, day });
    },
    storefronts: (platform) => stores[platform].storefronts,
    offerIn({ platform, externalId, countries: codes }) {
      stores[platform].offerIn(externalId, codes);
      revision += 1;
    },
    revision: () => revision,
  };
}
