import type * as z from "zod";

import type { Platform } from "../../lib/domain/platform.ts";
import { histogramsResponseSchema, pagesResponseSchema } from "../../scrapers/contracts/app-parts.ts";
import {
  chartPageSchema,
  chartResponseSchema,
  developerAppsResponseSchema,
  developersResponseSchema,
  searchRanksSchema,
  suggestionsSchema,
} from "../../scrapers/contracts/lists.ts";
import {
  healthSchema,
  identitySchema,
  listingSchema,
  listingsResponseSchema,
  metricsResponseSchema,
  metricsSchema,
} from "../../scrapers/contracts/records.ts";
import { searchIdsSchema, searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { storefrontAppsSchema } from "../../scrapers/contracts/storefronts.ts";

export type RouteCheck = {
  readonly platform: Platform;
  readonly path: string;
  readonly schema: z.ZodType;
  /** A value of the response to show; undefined when it has none although it should. */
  readonly sample: (body: unknown) => unknown;
};

/** An app of a large publisher that both stores have had for many years. */
const apps = { ios: "/apps/310633997", android: "/apps/com.whatsapp" };
const bulk = { ios: "countries=us,de:de-DE,jp", android: "locales=en-US:us,de-DE:de,ja-JP:jp" };

export const routeChecks: readonly RouteCheck[] = [...checksOf("ios"), ...checksOf("android")];

function checksOf(platform: Platform): readonly RouteCheck[] {
  const app = apps[platform];
  const check = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    sample: (body: z.output<Schema>) => unknown,
  ): RouteCheck => ({ platform, path, schema, sample: (body) => sample(schema.parse(body)) });

  return [
    check("/health", healthSchema(), ({ status }) => status),
    check(`${app}/identity`, identitySchema(), ({ name, version }) => [name, version]),
    check(`${app}/listings?include=facts`, listingSchema(), ({ locale, title, facts = {}, similar = [] }) =>
      Object.keys(facts).length === 0 ? undefined : [locale, title, Object.keys(facts).join(), similar.length],
    ),
    check(`${app}/listings/locales?${bulk[platform]}`, listingsResponseSchema(), ({ listings }) => found(listings)),
    check(`${app}/metrics`, metricsSchema(), ({ rating, rating_count, price }) => [rating, rating_count, price]),
    ...(platform === "ios"
      ? [check(`${app}/metrics/countries?countries=us,de`, metricsResponseSchema(), ({ metrics }) => found(metrics))]
      : []),
    ...(platform === "ios"
      ? [
          check("/apps/search/ids?term=messenger&limit=5", searchIdsSchema(), ({ ids }) => ids[0]),
          check(`${app}/pages?targets=us:en-US,de:de-DE`, pagesResponseSchema(), ({ pages }) => found(pages)),
          check(`${app}/histograms?countries=us,de`, histogramsResponseSchema(), ({ histograms }) => found(histograms)),
          check(
            "/storefronts/de/apps?ids=310633997,1&lang=de-DE&fields=all",
            storefrontAppsSchema(),
            ({ lang, apps }) => (lang === null ? undefined : apps.map(({ id, outcome }) => [id, outcome])),
          ),
        ]
      : []),
    check("/suggestions?term=mess", suggestionsSchema(), ({ terms }) => terms[0]),
    check("/apps/search/ranks?term=messenger&lang=en-US", searchRanksSchema(), ({ ids, names_storefront }) =>
      ids.length === 0 || names_storefront !== (platform === "ios") ? undefined : [ids[0], `of ${ids.length}`],
    ),
    check("/apps/search?term=messenger&limit=5", searchResponseSchema(), ({ results }) => results[0]?.name),
    ...["top_free", "top_paid", "top_grossing"].map((collection) =>
      check(`/charts?collection=${collection}`, chartResponseSchema(), ({ results }) => first(results, "name")),
    ),
    ...(platform === "ios"
      ? [
          check("/charts?collection=top_free&category=6026", chartResponseSchema(), ({ results }) =>
            first(results, "name"),
          ),
          check("/charts?collection=top_free&country=rs", chartResponseSchema(), ({ results }) =>
            first(results, "name"),
          ),
          check("/charts/pages?country=us", chartPageSchema(), wholePage),
          check("/charts/pages?country=de&category=6007", chartPageSchema(), wholePage),
          check("/developers/310634000/apps", developerAppsResponseSchema(), ({ apps: list }) => first(list, "name")),
        ]
      : [
          check("/charts?category=GAME_PUZZLE&country=de", chartResponseSchema(), ({ results }) =>
            first(results, "name"),
          ),
          check("/developers/WhatsApp+LLC/apps", developerAppsResponseSchema(), ({ apps: list }) =>
            first(list, "name"),
          ),
          check("/developers/5700313618786177705/apps", developerAppsResponseSchema(), ({ apps: list }) =>
            first(list, "name"),
          ),
        ]),
    check("/developers/search?term=messenger", developersResponseSchema(), ({ results }) => first(results, "name")),
  ];
}

function first<Row>(rows: readonly Row[], field: keyof Row): unknown {
  return rows[0] && [rows[0][field], `of ${rows.length}`];
}

/** The check succeeds only if the page has all of its charts. */
function wholePage({ charts, missing }: z.output<ReturnType<typeof chartPageSchema>>): unknown {
  const lengths = charts.map(({ collection, category, entries }) => [collection, category, entries.length]);
  return missing.length === 0 ? lengths : undefined;
}

/** Only when every item was found. */
function found(items: readonly { readonly outcome: string; readonly country: string }[]): unknown {
  const outcomes = items.map(({ country, outcome }) => `${country} ${outcome}`);
  return items.every(({ outcome }) => outcome === "found") ? outcomes : undefined;
}
