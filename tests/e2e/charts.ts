import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { type Catalogue, createCatalogue } from "../../infra/store-simulator/catalogue/catalogue.ts";
import type { ChartCollection } from "../../lib/domain/chart.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import type { TestDb } from "../support/database.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { CHARTS_PER_MINUTE, type DailyCharts, type HostedService } from "./hosted-service.ts";

/** Charts of a country: three collections of each category. */
const CHARTS = { ios: 3 * 26, android: 3 * 33 };
/**
 * The most entries that a store shows of a chart: a page of the App Store more than a feed, which alone has revenue.
 */
const sizes = {
  ios: { top_free: 200, top_paid: 200, top_grossing: 100 },
  android: { top_free: 200, top_paid: 200, top_grossing: 200 },
} as const satisfies Record<Platform, Record<ChartCollection, number>>;

const KILLS = 8;
const KILL_GAP_MS_MAX = 2_000;
const DRAIN_MS_MAX = 240_000;
/** Should midnight pass meanwhile, the next day's charts are none of the test's. */
const ofTheFirstDay = sql`chart_date = (SELECT min(chart_date) FROM chart_fetches)`;

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seededRandom(seed);
console.log(`charts: SEED=${seed}`);

type StoredChart = {
  readonly platform: Platform;
  readonly collection: ChartCollection;
  readonly country: string;
  readonly category: string | null;
  readonly outcome: string | null;
  readonly attempts: number;
  readonly charts: number;
  readonly entries: readonly string[];
};

/** Tests the day's charts of a service that has just started. */
export function describeCharts(service: () => HostedService, { countries, platforms }: DailyCharts): void {
  const wanted = platforms.reduce((sum, platform) => sum + CHARTS[platform] * countries.length, 0);

  describe("the day's charts whose consumers are killed", () => {
    it("are all stored once and whole, and never sent faster than the pace", { timeout: 360_000 }, async () => {
      expect(await killConsumers(service(), platforms)).toBeGreaterThan(0);

      const charts = await drain(service().connection.db, platforms, wanted);
      expectEntriesOfCatalogue(charts);
      const slots = await shortestGaps(service().connection.db, platforms);
      for (const { seconds } of slots) expect(seconds).toBeGreaterThan((60 / CHARTS_PER_MINUTE) * 0.999);
      expect(slots).toHaveLength(platforms.length);
    });
  });
}

/** At random moments while they work, from when the first works on. Returns how many there were. */
async function killConsumers(service: HostedService, platforms: readonly Platform[]): Promise<number> {
  await expect.poll(() => countAttempts(service.connection.db)).toBeGreaterThan(0);
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(random() * KILL_GAP_MS_MAX);
    killed += await service.killFunctions(`charts-${platforms[Math.floor(random() * platforms.length)]}`);
  }
  return killed;
}

async function countAttempts(db: TestDb): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`SELECT coalesce(sum(attempts), 0)::int AS n FROM chart_fetches`);
  return row?.n ?? 0;
}

/** Returns this many charts once none of them waits any longer. */
async function drain(db: TestDb, platforms: readonly Platform[], wanted: number): Promise<readonly StoredChart[]> {
  const endsAt = Date.now() + DRAIN_MS_MAX;
  while (Date.now() < endsAt) {
    const [row] = await db.execute<{ pending: number; all: number }>(
      sql`SELECT count(*) FILTER (WHERE outcome IS NULL)::int AS pending, count(*)::int AS all FROM chart_fetches
          WHERE platform IN ${platforms} AND ${ofTheFirstDay}`,
    );
    if (row?.pending === 0 && row.all === wanted) return storedCharts(db, platforms);
    await sleep(250);
  }
  throw new Error(`The charts did not drain within ${DRAIN_MS_MAX / 1000} seconds (SEED=${seed}).`);
}

async function storedCharts(db: TestDb, platforms: readonly Platform[]): Promise<readonly StoredChart[]> {
  return db.execute<StoredChart>(sql`
    SELECT f.platform, f.collection, f.country_code AS country, c.external_id AS category, f.outcome, f.attempts,
      (SELECT count(*)::int FROM chart_days t
       WHERE (t.platform, t.collection, t.country_code, t.category_id, t.chart_date)
         = (f.platform, f.collection, f.country_code, f.category_id, f.chart_date)) AS charts,
      (SELECT coalesce(json_agg(a.external_id ORDER BY u.rank), '[]') FROM chart_days t
       CROSS JOIN unnest(t.app_ids) WITH ORDINALITY u (app_id, rank) JOIN apps a ON a.id = u.app_id
       WHERE (t.platform, t.collection, t.country_code, t.category_id, t.chart_date)
         = (f.platform, f.collection, f.country_code, f.category_id, f.chart_date)) AS entries
    FROM chart_fetches f JOIN store_categories c ON c.id = f.category_id WHERE f.platform IN ${platforms} AND ${ofTheFirstDay}`);
}

function expectEntriesOfCatalogue(charts: readonly StoredChart[]): void {
  const catalogue = createCatalogue({ seed: 1, epoch: "2026-01-01" });
  for (const chart of nonEmpty(charts)) {
    const entries = inCatalogue(catalogue, chart);
    expect(chart, `SEED=${seed}`).toEqual({
      ...chart,
      outcome: entries.length === 0 ? "empty" : "stored",
      charts: entries.length === 0 ? 0 : 1,
      entries,
    });
  }
  const repeated = charts.filter(({ attempts }) => attempts > 1);
  console.log(`charts: ${repeated.length} of ${charts.length} were fetched more than once (SEED=${seed})`);
}

function inCatalogue(catalogue: Catalogue, { platform, collection, country, category }: StoredChart) {
  const apps = catalogue.chart({ platform, collection, country, category, day: 0 });
  return apps.slice(0, sizes[platform][collection]).map(({ externalId }) => externalId);
}

/** Returns the shortest time between the slots of two fetches of a platform. The charts of a page have one slot. */
async function shortestGaps(db: TestDb, platforms: readonly Platform[]) {
  return db.execute<{ seconds: number }>(sql`
    SELECT min(gap)::float8 AS seconds FROM (
      SELECT platform, extract(epoch FROM queued_at - lag(queued_at) OVER (PARTITION BY platform ORDER BY queued_at)) AS gap
      FROM (SELECT DISTINCT platform, country_code, queued_at, page_category_id,
        CASE WHEN page_category_id IS NULL THEN (collection, category_id) END FROM chart_fetches
        WHERE platform IN ${platforms}) fetches) gaps GROUP BY platform`);
}
