import { sql } from "drizzle-orm";
import * as z from "zod";

import { prod } from "../../../../infra/aws/stages.ts";
import { seededRandom } from "../../../../infra/planning/simulation/random.ts";
import { chartCollectionSchema } from "../../../../lib/domain/chart.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import type { Caller } from "../../../support/api.ts";
import { waits } from "../figures.ts";
import { followedFor, HOUR_MS, MINUTE_MS, type Scenario, type Service, withService } from "../scenario.ts";

const REQUESTS = 30;
const WITHIN_MS = HOUR_MS;
const WAITED_MS = 10 * MINUTE_MS;
const SECONDS_MAX = 15;
const POLL_MS = 500;

type Requested = { readonly platform: Platform; seconds: number | undefined };

/** Charts that a user requests before their slot, beside charts and a sweep. */
export const charts: Scenario = {
  title: `${REQUESTS} charts of each store requested in an hour beside charts and a sweep`,
  run: (bench) => {
    const filling = { followed: followedFor(bench.options), requested: 0 };
    return withService(bench, { name: "charts", stage: prod, filling }, async (service) => {
      const requested: Requested[] = [];
      const random = seededRandom(bench.options.seed);
      for (const platform of platforms) {
        const caller = await service.createCaller();
        for (let index = 0; index < REQUESTS; index += 1) {
          const chart: Requested = { platform, seconds: undefined };
          const place = random();
          requested.push(chart);
          service.planAt(HOUR_MS + Math.floor(random() * WITHIN_MS), () => request(service, caller, chart, place));
        }
      }
      await service.runUntil(HOUR_MS + WITHIN_MS + WAITED_MS);
      return platforms.flatMap((platform) => {
        const seconds = requested.flatMap((one) => (one.platform === platform ? [one.seconds] : []));
        return waits(`${platformFacts[platform].storeName}: requested chart`, seconds, SECONDS_MAX);
      });
    });
  },
};

const chartSchema = z.object({ collection: chartCollectionSchema(), country: z.string(), category: z.int() });

/** Requests a chart whose slot has not come, at a place from 0 to 1 among these, and waits until it is shown. */
function request({ api, db, world }: Service, caller: Caller, chart: Requested, place: number): void {
  const { platform } = chart;
  world.start(async () => {
    const waiting = sql`FROM chart_fetches WHERE platform = ${platform} AND outcome IS NULL AND queued_at IS NULL`;
    const [row] = await db.execute(sql`
      SELECT collection, country_code::text AS country, category_id AS category ${waiting}
      ORDER BY collection, country_code, category_id
      OFFSET (SELECT floor(${place}::float8 * count(*)) ${waiting}) LIMIT 1`);
    const { collection, country, category } = chartSchema.parse(row);
    const query = `platform=${platform}&collection=${collection}&country_code=${country}&category_id=${category}`;
    const requestedAt = world.ms();
    const { status, text } = await api.get(`/charts?${query}`, caller);
    if (status !== 200) throw new Error(`A chart was not requested: ${status} ${text}`);
    const stored = sql`SELECT 1 FROM chart_days WHERE platform = ${platform} AND collection = ${collection}
      AND country_code = ${country} AND category_id = ${category}`;
    for (let waitedMs = 0; waitedMs <= WAITED_MS; waitedMs += POLL_MS) {
      await world.sleep(POLL_MS);
      if ((await db.execute(stored)).length === 0) continue;
      chart.seconds = (world.ms() - requestedAt) / 1_000;
      return;
    }
  });
}
