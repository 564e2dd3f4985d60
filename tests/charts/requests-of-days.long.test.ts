import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { countries } from "../../db/seeds/countries.ts";
import { type StoreSimulator, startStoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { activeStorefronts } from "../../lib/domain/country.ts";
import { createScraperConnector } from "../stores/scraper-world.ts";
import { byRun } from "../support/by-run.ts";
import { createChartPipeline, emptyCharts } from "../support/chart-pipeline.ts";
import { useClockedDatabase } from "../support/database.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useClockedDatabase();

/** Of 111. Their apps differ little, so the first storefront has most of the apps identified. */
const STOREFRONTS = byRun({ usual: 1, nightly: 2 });
const DAYS = 10;
const CATEGORIES = 26;
/** Requests of 150 apps: of a storefront on the tenth day, where 300 are for all of them. */
const LOOKUPS_OF_LAST_DAY_MAX = Math.ceil((300 * STOREFRONTS) / 111);

const daily = activeStorefronts(countries, "ios")
  .slice(0, STOREFRONTS)
  .map(({ code }) => code);

let simulator: StoreSimulator;
beforeAll(async () => {
  simulator = await startStoreSimulator({ day: 0, seed: 5, appsPerStore: 6_000, publishersPerStore: 300 });
});
afterAll(() => simulator.stop());

type Counts = { readonly page: number; readonly feed: number; readonly lookup: number; readonly others: number };

/** Takes the message off its queue that comes first, unless it comes after this time. */
function takeNext({ identifications, sent }: ReturnType<typeof createChartPipeline>, ms: number) {
  const [first] = [...sent, ...identifications].filter(({ at }) => at <= ms).toSorted((a, b) => a.at - b.at);
  sent.splice(0, sent.length, ...sent.filter((one) => one !== first));
  identifications.splice(0, identifications.length, ...identifications.filter((one) => one !== first));
  return first;
}

/** Plans and fetches the charts of a day at the simulator, and identifies their apps. */
async function requestsOfDay(day: number, pages: "on" | "off"): Promise<Counts> {
  const { db } = database();
  simulator.setDay(day);
  simulator.requests.clear();
  await db.clock.moveTo(simulator.catalogue.startOf(day).getTime() + 300_000);
  await createMissingPartitions(db, db.clock.now());
  const charts = { dailyCountries: daily, pages };
  const pipeline = createChartPipeline(db, createScraperConnector("ios", simulator), { settings: { charts } });
  await pipeline.startDay();
  // A day has fewer ticks than this for so few storefronts.
  for (let tick = 0; tick < 60; tick += 1) {
    const nextSweepMs = db.clock.ms() + 300_000;
    for (let next = takeNext(pipeline, nextSweepMs); next !== undefined; next = takeNext(pipeline, nextSweepMs)) {
      if (next.at > db.clock.ms()) await db.clock.moveTo(next.at);
      await pipeline.deliver(next.message);
    }
    await db.clock.moveTo(Math.max(nextSweepMs, db.clock.ms()));
    await pipeline.resend();
  }
  const of = (kind: string) =>
    simulator.requests
      .counts()
      .filter((count) => count.kind === kind)
      .reduce((sum, { requests }) => sum + requests, 0);
  const [page, feed, lookup] = [of("chart_page"), of("chart"), of("lookup")];
  return { page, feed, lookup, others: simulator.requests.count() - page - feed - lookup };
}

describe("the requests of a day's charts", () => {
  it("[CHT-5 CHT-9] are a page for two charts and a feed for one, and on the tenth day few lists of apps", async () => {
    const { db } = database();
    await emptyCharts(db, simulator.catalogue.startOf(0));
    const before = await requestsOfDay(0, "off");
    expect(before).toEqual({ page: 0, feed: 3 * CATEGORIES * STOREFRONTS, lookup: 0, others: 0 });

    await emptyCharts(db, simulator.catalogue.startOf(0));
    const days: Counts[] = [];
    for (let day = 0; day < DAYS; day += 1) days.push(await requestsOfDay(day, "on"));

    console.log(`${STOREFRONTS} storefronts, by feeds ${JSON.stringify(before)}`);
    for (const [index, counts] of days.entries()) console.log(`day ${index + 1}: ${JSON.stringify(counts)}`);
    for (const { page, feed, others } of nonEmpty(days)) {
      expect(page).toBeLessThanOrEqual((CATEGORIES - 1) * STOREFRONTS);
      expect(feed).toBeLessThanOrEqual(CATEGORIES * STOREFRONTS);
      expect(others).toBe(0);
    }
    expect(days[0]?.page).toBe((CATEGORIES - 1) * STOREFRONTS);
    expect(days.at(-1)?.lookup).toBeLessThanOrEqual(LOOKUPS_OF_LAST_DAY_MAX);
  });
});
