import * as z from "zod";

import { changeFields } from "../../../lib/domain/change-field.ts";
import type { StoreSimulator } from "../../store-simulator/simulator.ts";
import {
  type Cast,
  chooseApps,
  chooseChanging,
  chooseInstalled,
  completed,
  country_code,
  dataOf,
  type Host,
  platform,
  row,
  type TaggedCast,
  TERM,
  TODAY,
  unknownCountry,
  unknownPlatform,
} from "./cast.ts";
import type { Recorder } from "./recorder.ts";

const storedMovers = z.object({ meta: z.object({ snapshot_date: z.string(), compared_with: z.string() }) });

export async function readChanges(recorder: Recorder, { simulator }: Host, { app, tag_id }: TaggedCast): Promise<void> {
  const { brand, params: changing } = chooseChanging(simulator);
  await recorder.call("requestSync", { params: changing });
  await recorder.settle("showSyncStatus", { params: changing }, completed);
  const shown = dataOf(row);
  const [parent, changed] = await Promise.all([app, changing].map((params) => recorder.call("showApp", { params })));
  const [{ data: own }, { data: other }] = [shown.parse(parent), shown.parse(changed)];

  const twoDays = { from: dayAgo(0), to: dayAgo(-TODAY) };
  const languages = { locale: "en-US", with_locale: "en-US" };
  await recorder.show("compareListings", { params: changing, query: { ...languages, ...twoDays } });
  await recorder.show("compareListings", { params: changing, query: { locale: "en-US" } });
  await recorder.show("compareListings", { params: changing, query: { locale: "xx", with_locale: "en-US" } });
  await recorder.show("showAvailability", { params: changing });
  await recorder.show("showPrices", { params: changing, query: { country_code } });
  await recorder.show("showPrices", { params: changing, query: unknownCountry });

  await readFacts(recorder, simulator, changing);

  const pages = { page: 1, per_page: 50 };
  const days = { from: dayAgo(1), to: dayAgo(-TODAY) };
  const tagged = { tags: [tag_id] };
  const filter = {
    platform,
    app_id: other.id,
    search: brand,
    locale: "en-US",
    country_code,
    ...tagged,
    ...days,
    ...pages,
  };
  const field = [...changeFields];
  await recorder.show("listAppChanges", { query: { scope: "all", field, ...filter, after_id: 1_000_000 } });
  await recorder.show("listAppChanges", { query: unknownPlatform });
  const link = { competitor_app_id: other.id, relationship: "direct" };
  const added = shown.parse(await recorder.call("addCompetitor", { params: app, body: link }));
  await recorder.show("listCompetitorChanges", {
    query: { field, ...filter, after_id: 1_000_000, tracked_app_id: own.id },
  });
  await recorder.show("listCompetitorChanges", { query: unknownPlatform });
  await readEvents(recorder, { appId: other.id, tagId: tag_id });
  await recorder.call("removeCompetitor", { params: { ...app, competitor_id: added.data.id } });
}

const listedEvents = dataOf(
  z.tuple([z.object({ id: z.string(), app: z.object({ id: z.int() }), reported_at: z.string() })], z.unknown()),
);

/** `0.1.1`: no epoch has this number. */
const CURSOR_OF_ANOTHER_EPOCH = "MC4xLjE";

type Wanted = { readonly appId: number; readonly tagId: number };

async function readEvents(recorder: Recorder, { appId, tagId }: Wanted): Promise<void> {
  const kind = { field: ["title"], type: ["listing.changed"], locale: "en-US", min_weight: 0.1 };
  const { data } = await recorder.settle("listEvents", { query: { apps: [appId], ...kind } }, listedEvents);
  const [event] = data;
  const days = { from: dayAgo(1), to: dayAgo(-TODAY) };
  const pages = { page: 1, per_page: 50, after_id: "evt_1000000" };
  const order = { sort: "weight", since: "last_visit" };
  const apps = { apps: [appId], tags: [tagId] };
  const query = { scope: ["mine", "rivals"], ...apps, country_code, ...kind, ...days, ...order, ...pages };
  await recorder.show("listEvents", { query });
  await recorder.show("listEvents", { query: unknownCountry });
  const params = { event_id: event.id };
  await recorder.show("showEvent", { params, query: { page: 1, per_page: 100, after_id: 1_000_000 } });
  await recorder.show("showEvent", { params: { event_id: "evt_1000000" } });
  await recorder.show("showEvent", { params, query: { per_page: 101 } });
  const polled = { scope: "mine", types: kind.type, platform, limit: 100 };
  await recorder.show("pollEvents", { query: { from: `${dayAgo(1)}T00:00:00Z`, ...polled } });
  await recorder.show("pollEvents", { query: { cursor: CURSOR_OF_ANOTHER_EPOCH } });
  await recorder.show("pollEvents", { query: { cursor: "none" } });
  await recorder.show("markEventsSeen", { body: { events_until: event.reported_at } });
  await recorder.show("markEventsSeen", { body: { events_until: "2099-12-31T23:59:59Z" } });
}

async function readFacts(recorder: Recorder, simulator: StoreSimulator, app: Cast["app"]): Promise<void> {
  const query = {
    key: ["minimum_os", "in_app_purchases"],
    history: "true",
    page: 1,
    per_page: 100,
    after_id: 1_000_000,
  };
  await recorder.show("listFacts", { params: app, query });
  await recorder.show("listFacts", { params: app, query: { key: "colour" } });
  await recorder.show("showSimilarApps", { params: app });
  const { brand, params: installed } = chooseInstalled(simulator);
  await recorder.call("searchApps", { query: { term: brand, platform: installed.platform, country_code } });
  await recorder.call("registerApp", { body: installed });
  await recorder.settle("showSyncStatus", { params: installed }, completed);
  const days = { from: dayAgo(0), to: dayAgo(-TODAY) };
  await recorder.show("listInstalls", { params: installed, query: days });
  await recorder.show("listInstalls", { params: app, query: days });
}

export async function readRatings(recorder: Recorder, app: Cast["app"]): Promise<void> {
  await recorder.show("showRatingSummary", { params: app });
  await recorder.show("showRatingHistory", { params: app, query: { days: 2, country_codes: ["us", "de"] } });
  await recorder.show("showRatingHistory", { params: app, query: { days: 366 } });
  await recorder.show("listCountryRatings", { params: app });
}

export async function readRanks(recorder: Recorder, { simulator }: Host): Promise<void> {
  const { query } = await chartOf(recorder, simulator);
  const { collection, category_id } = query;
  const charted = dataOf(z.tuple([z.object({ app_external_id: z.string() })], z.unknown()));
  const [first] = charted.parse(await recorder.call("showChart", { query })).data;
  const app = { platform, external_id: first.app_external_id };
  const { meta } = storedMovers.parse(await recorder.call("showChartMovers", { query }));
  const { compared_with: from, snapshot_date: to } = meta;
  await recorder.show("showChartMovers", { query: { ...query, from, to } });
  await recorder.show("showChartMovers", { query: { ...query, from: to } });
  const chart = { collection, country_codes: [country_code], category_id };
  await recorder.show("listRankings", { params: app, query: { ...chart, from, to } });
  await recorder.show("listRankings", { params: app, query: { from } });
}

export async function chartOf(recorder: Recorder, simulator: StoreSimulator) {
  const { app } = chooseApps(simulator);
  const found = dataOf(z.array(z.object({ external_id: z.string(), category: row })));
  const query = { term: TERM, platform, country_code };
  const { data } = found.parse(await recorder.call("searchApps", { query }));
  const category = data.find(({ external_id }) => external_id === app.external_id)?.category;
  return { query: { platform, collection: "top_free", country_code, category_id: category?.id ?? 0 } };
}

/** Returns YYYY-MM-DD. The days of the simulated stores are ahead of this machine's. */
export function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
