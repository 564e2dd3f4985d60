import * as z from "zod";

import type { Caller } from "../support/api.ts";
import type { Service } from "./service.ts";
import type { OracleApp } from "./shown-days.ts";

const time = z.iso.datetime({ offset: true });
const stars = z.record(z.string(), z.number()).nullable();

const availability = z.array(
  z.object({
    country_code: z.string(),
    is_available: z.boolean().nullable(),
    since: time.nullable(),
    as_of: time.nullable(),
  }),
);

const ratings = z.array(
  z.object({
    country_code: z.string(),
    rating: z.number().nullable(),
    rating_count: z.number().nullable(),
    breakdown: stars,
    breakdown_as_of: time.nullable(),
    is_available: z.boolean().nullable(),
    metrics_as_of: time.nullable(),
  }),
);

const summary = z.object({
  rating: z.number().nullable(),
  rating_count: z.number().nullable(),
  breakdown: stars,
  breakdown_as_of: time.nullable(),
  metrics_as_of: time.nullable(),
});

const history = z.array(
  z.object({
    date: z.string(),
    rating: z.number().nullable(),
    rating_count: z.number().nullable(),
    unmeasured_countries: z.number().nullable(),
  }),
);

const prices = z.array(
  z.object({
    country_code: z.string().nullable(),
    as_of: time,
    periods: z.array(
      z.object({ price: z.number(), currency: z.string().nullable(), since: time, until: time.nullable() }),
    ),
  }),
);

const listing = z.object({
  locale: z.string(),
  read_in_country_code: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  short_description: z.string().nullable(),
  promotional_text: z.string().nullable(),
  description: z.string(),
  whats_new: z.string().nullable(),
  icon_url: z.string().nullable(),
  screenshots: z.array(z.object({ url: z.string(), device_type: z.string(), order: z.number() })),
  video_url: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  price_country_code: z.string().nullable(),
  metrics_as_of: time.nullable(),
  texts_as_of: time,
  page_as_of: time.nullable(),
});

const detail = z.object({
  id: z.number(),
  display_name: z.string().nullable(),
  version: z.string().nullable(),
  rating: z.number().nullable(),
  rating_count: z.number().nullable(),
  metrics_as_of: time.nullable(),
  last_synced_at: time.nullable(),
  is_available: z.boolean(),
  unavailable_countries: z.array(z.string()),
  versions: z.array(z.object({ version: z.string(), whats_new: z.string().nullable() })),
  listings: z.array(listing),
});

const syncStatus = z.object({
  status: z.string().nullable(),
  started_at: time.nullable(),
  completed_at: time.nullable(),
  failed_items: z.array(
    z.object({
      phase: z.string(),
      country_code: z.string(),
      locale: z.string().nullable(),
      reason: z.string(),
      next_retry_at: time.nullable(),
    }),
  ),
});

const change = z.object({
  app: z.object({ id: z.number() }),
  locale: z.string().nullable(),
  country_code: z.string().nullable(),
  field_changed: z.string(),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  detected_at: time,
});

const fact = z.object({
  key: z.string(),
  value: z.unknown(),
  country_code: z.string().nullable(),
  valid_from: time,
  read_on: z.string(),
});
export type Fact = z.infer<typeof fact>;

const installs = z.array(z.object({ date: z.string(), installs: z.number().nullable() }));

const feedMeta = z.object({ has_older: z.boolean() });

const chartEntries = z.array(
  z.object({
    rank: z.number(),
    rank_change: z.number().nullable(),
    app_external_id: z.string(),
    app_name: z.string(),
    price: z.number().nullable(),
    currency: z.string().nullable(),
  }),
);
const chartMeta = z.object({
  snapshot_date: z.string().nullable(),
  compared_with: z.string().nullable(),
  window: z.number().nullable(),
  compared_window: z.number().nullable(),
});

const rankings = z.array(
  z.object({
    country_code: z.string(),
    collection: z.string(),
    category: z.object({ id: z.number() }),
    state: z.string(),
    chart_date: z.string(),
    window: z.number().nullable(),
    rank: z.number().nullable(),
    rank_change: z.number().nullable(),
  }),
);

const countries = z.array(
  z.object({
    code: z.string(),
    ios_languages: z.array(z.string()).nullable(),
    android_languages: z.array(z.string()).nullable(),
  }),
);

export type Change = z.infer<typeof change>;
export type Listing = z.infer<typeof listing>;
export type AppState = Awaited<ReturnType<ReturnType<typeof createReader>["readState"]>>;
export type AppReading = Awaited<ReturnType<ReturnType<typeof createReader>["readApp"]>>;

const PAGE = 100;

/** Reads everything that the public API shows of an app, a chart or a day. */
export function createReader({ api }: Service, caller: Caller) {
  async function get<Data>(path: string, schema: z.ZodType<Data>): Promise<Data> {
    const { status, body } = await api.get(path, caller);
    if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
    return schema.parse(body.data);
  }

  /** Returns all changes of a day. It throws if the feed does not reach them all. */
  async function readChangesOf(of: "apps" | "competitors", appId: number, date: string): Promise<readonly Change[]> {
    const found: Change[] = [];
    for (let page = 1; ; page += 1) {
      const path = `/changes/${of}?app_id=${appId}&from=${date}&to=${date}&per_page=${PAGE}&page=${page}`;
      const { status, body } = await api.get(path, caller);
      if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
      if (feedMeta.parse(body.meta).has_older) throw new Error(`GET ${path} does not reach all changes.`);
      const rows = z.array(change).parse(body.data);
      found.push(...rows);
      if (rows.length < PAGE) return found;
    }
  }

  /** Returns what several endpoints show of the availability and the ratings of an app. */
  async function readState(app: OracleApp) {
    const path = `/apps/${app.platform}/${app.externalId}`;
    return {
      app,
      detail: await get(path, detail),
      availability: await get(`${path}/availability`, availability),
      ratings: app.platform === "ios" ? await get(`${path}/ratings/country-breakdown`, ratings) : [],
      summary: await get(`${path}/ratings/summary`, summary),
    };
  }

  return {
    countries: () => get("/countries", countries),
    readState,
    async readApp(app: OracleApp) {
      const path = `/apps/${app.platform}/${app.externalId}`;
      return {
        ...(await readState(app)),
        history: await get(`${path}/ratings/history?days=14`, history),
        prices: await get(`${path}/prices`, prices),
        sync: await get(`${path}/sync-status`, syncStatus),
      };
    },
    readFacts: ({ platform, externalId }: OracleApp) => get(`/apps/${platform}/${externalId}/facts`, z.array(fact)),
    readInstalls: ({ externalId }: OracleApp, from: string, to: string) =>
      get(`/apps/android/${externalId}/installs?from=${from}&to=${to}`, installs),
    /** Returns undefined where the listing is not shown. */
    async readListing(
      { platform, externalId }: OracleApp,
      { country, locale }: { readonly country: string; readonly locale?: string },
    ): Promise<Listing | undefined> {
      const language = locale === undefined ? "" : `&locale=${locale}`;
      const path = `/apps/${platform}/${externalId}/listing?country_code=${country}${language}`;
      const { status, body } = await api.get(path, caller);
      return status === 422 || status === 404 ? undefined : listing.parse(body.data);
    },
    /** Returns the changes of an app that the caller tracks, or of a rival, on these days. */
    async readChanges(of: "apps" | "competitors", appId: number, dates: readonly string[]): Promise<readonly Change[]> {
      const found: Change[] = [];
      for (const date of dates) found.push(...(await readChangesOf(of, appId, date)));
      return found;
    },
    async readChart(query: string) {
      const { status, body } = await api.get(`/charts?${query}`, caller);
      if (status !== 200) throw new Error(`GET /charts?${query} returned ${status}: ${JSON.stringify(body)}`);
      return { entries: chartEntries.parse(body.data), meta: chartMeta.parse(body.meta) };
    },
    readRankings: ({ platform, externalId }: OracleApp, query: string) =>
      get(`/apps/${platform}/${externalId}/rankings?${query}`, rankings),
  };
}

export type Reader = ReturnType<typeof createReader>;
