import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expressSlots } from "../../db/schema/sweeps.ts";
import { countries } from "../../db/seeds/countries.ts";
import { prod } from "../../infra/aws/stages.ts";
import { chartCollections } from "../../lib/domain/chart.ts";
import { activeStorefronts } from "../../lib/domain/country.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import type { ChartMessage } from "../../lib/queues/messages.ts";
import { createApi, createCaller } from "../support/api.ts";
import { createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";
import { createFakeStore } from "../support/fake-store.ts";
import { fakeHit } from "../support/fake-store-records.ts";
import { createPipeline } from "../support/pipeline.ts";
import { atCaps } from "../support/store-settings.ts";

const database = useClockedDatabase();

const STEP_SECONDS = 10;
const SEARCHES_PER_STEP = 2;
const TICK_SECONDS = 300;
const SYNC_STARTS_AT = 120;
const GIVEN_UP_AT = 5_400;
/** Their charts are planned for the day, and take longer than the sync. */
const DAILY_COUNTRIES = ["us", "de", "fr", "gb"];

/** One full sync of the App Store, and as many of Google Play as cost about the same. */
const APPS = { ios: ["1001"], android: ["one", "two", "three", "four"].map((name) => `com.example.${name}`) };

type SentChart = { readonly message: ChartMessage; readonly delaySeconds: number };

/** Returns messages once they are due, as a queue would. */
function createQueue(source: SentChart[]) {
  let waiting: { readonly at: number; readonly message: SentChart }[] = [];
  return (now: number): readonly SentChart[] => {
    for (const message of source.splice(0)) waiting.push({ at: now + message.delaySeconds, message });
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    return due.map(({ message }) => message);
  };
}

/** One platform with the budgets and the chart plan of the live stage, and apps to sync. */
async function createWorld(platform: Platform) {
  const { db } = database();
  await emptyCharts(db);
  const { charts } = prod;
  await db.update(expressSlots).set({ nextPlannedAt: db.clock.now() });
  const settings = { stores: atCaps(prod.stores), charts: { dailyCountries: DAILY_COUNTRIES } };
  const store = createFakeStore(platform);
  const chartPipeline = createChartPipeline(db, store, { settings });
  const pipeline = createPipeline(db, store, { settings });
  const api = createApi(db, {
    now: db.clock.now,
    chartSettings: { ...charts, resendSeconds: charts.resendSeconds },
  });
  const sold = activeStorefronts(countries, platform).map(({ code }) => code);
  const apps = await Promise.all(APPS[platform].map((externalId) => createApp(db, { platform, externalId })));
  for (const { externalId } of apps) store.sell({ externalId, countries: sold });
  return { db, api, apps, chartPipeline, pipeline };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** Returns every chart that is not planned. */
async function unplannedCharts(platform: Platform): Promise<readonly string[]> {
  const categories = await database().db.execute<{ id: number }>(sql`
    SELECT id FROM store_categories WHERE platform = ${platform} AND type = 'app' ORDER BY id`);
  const others = activeStorefronts(countries, platform).filter(({ code }) => !DAILY_COUNTRIES.includes(code));
  return others.flatMap(({ code }) =>
    [...categories].flatMap(({ id }) =>
      chartCollections.map((collection) => `collection=${collection}&country_code=${code}&category_id=${id}`),
    ),
  );
}

/** Returns the simulated seconds until another user's apps are synced. */
async function secondsOfSyncs(platform: Platform, { isFlooded }: { isFlooded: boolean }): Promise<number> {
  const world = await createWorld(platform);
  const flood = isFlooded ? await createFlood(world, platform) : async () => undefined;
  const deliver = createDeliveries(world);
  await world.chartPipeline.startDay();

  for (let now = 0; now < GIVEN_UP_AT; now += STEP_SECONDS) {
    if (now % TICK_SECONDS === 0) await world.chartPipeline.resend();
    if (now === SYNC_STARTS_AT) for (const { id } of world.apps) await world.pipeline.start(id, "on_demand");
    await flood(now);
    await deliver(now);
    await world.pipeline.advance(STEP_SECONDS);

    const completed = await world.db.execute(sql`SELECT 1 FROM sync_statuses WHERE status = 'completed'`);
    if (completed.length === world.apps.length) return now - SYNC_STARTS_AT;
  }
  return GIVEN_UP_AT;
}

/**
 * A user who requests 60 charts and twelve searches a minute, each of which finds the ten apps at the top of a chart.
 */
async function createFlood({ api, db }: World, platform: Platform) {
  const flooder = await createCaller(db);
  const hits = Array.from({ length: 10 }, (_, index) => fakeHit(String(index + 1)));
  const wanted = [...(await unplannedCharts(platform))];
  return async (now: number) => {
    for (const chart of wanted.splice(0, STEP_SECONDS)) await api.get(`/charts?platform=${platform}&${chart}`, flooder);
    for (let search = 0; search < SEARCHES_PER_STEP; search += 1) {
      const term = `flood${now + search}`;
      api.stores[platform].scriptSearch(term, "us", { hits });
      await api.get(`/apps/search?platform=${platform}&term=${term}`, flooder);
    }
  };
}

/** Delivers charts that are due. */
function createDeliveries({ api, chartPipeline }: World) {
  const charts = [createQueue(chartPipeline.sent), createQueue(api.sentCharts)];
  return async (now: number) => {
    for (const { message } of charts.flatMap((due) => due(now))) await chartPipeline.deliver(message);
  };
}

/**
 * Seconds within which another user's syncs end beside the flood, and without it: as if five users had come at once.
 */
const ENDS_WITHIN = { ios: { flooded: 1_200, undisturbed: 720 }, android: { flooded: 1_800, undisturbed: 1_200 } };

describe.each(platforms)(
  "a user who floods %s with charts and searches, with the live stage's budgets,",
  (platform) => {
    it("stops no sync of another user, though searches come first", async () => {
      const undisturbed = await secondsOfSyncs(platform, { isFlooded: false });
      const flooded = await secondsOfSyncs(platform, { isFlooded: true });

      expect(undisturbed).toBeLessThanOrEqual(ENDS_WITHIN[platform].undisturbed);
      expect(flooded).toBeLessThanOrEqual(ENDS_WITHIN[platform].flooded);
    });
  },
);
