import { sql } from "drizzle-orm";
import * as z from "zod";

import { prod } from "../../../../infra/aws/stages.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import type { Figure } from "../figures.ts";
import { appIds } from "../fill.ts";
import { type Bench, HOUR_MS, MINUTE_MS, type Scenario, type Service, withService } from "../scenario.ts";
import { figuresOfStages, type WatchedSync } from "../watch-syncs.ts";

/** As many as three hours read at the pace of each store. */
const TERMS = 500;
const REJECTED_EVERY = 5;
const DELAY_SECONDS_MAX = 10;
/** A few of the hour's charts may be under way at its end in one run, and stored in the other. */
const FEWER_CHARTS_MAX = 3;
const SYNCS = 4;
const APART_MS = 30 * MINUTE_MS;
const ENDS_MS = 3 * HOUR_MS;

type Run = {
  readonly syncs: readonly WatchedSync[];
  readonly counts: Readonly<Record<Platform, z.infer<typeof countsSchema>>>;
};

/** First syncs and charts beside tracked keywords, with a store that serves all of their searches and one that does not. */
export const keywords: Scenario = {
  title: `First syncs and charts beside tracked keywords, of whose searches the store rejects every ${REJECTED_EVERY}th`,
  run: async (bench) => {
    const served = await runOf(bench, "keywords_served", () => false);
    let searches = 0;
    const rejected = await runOf(bench, "keywords_rejected", () => {
      searches += 1;
      return searches % REJECTED_EVERY === 0;
    });
    return platforms.flatMap((platform) => figuresOf(platform, served, rejected));
  },
};

async function runOf(bench: Bench, name: string, rejectsRanks: () => boolean): Promise<Run> {
  const filling = { followed: 0, requested: SYNCS, terms: TERMS };
  let run: Run | undefined;
  await withService(bench, { name, stage: prod, filling, rejectsRanks }, async (service) => {
    for (let index = 0; index < SYNCS; index += 1) {
      const caller = await service.createCaller();
      service.planAt(HOUR_MS + index * APART_MS, () => {
        for (const platform of platforms) {
          service.request(caller, { platform, externalId: appIds.requested(platform, SYNCS)[index] ?? "" });
        }
      });
    }
    await service.runUntil(ENDS_MS);
    const [ios, android] = await Promise.all([countOf(service, "ios"), countOf(service, "android")]);
    run = { syncs: service.watch.all, counts: { ios, android } };
    return [];
  });
  if (run === undefined) throw new Error("A run has no result.");
  return run;
}

const countsSchema = z.object({ charts: z.int(), terms: z.int() });

async function countOf({ db }: Pick<Service, "db">, platform: Platform) {
  const [row] = await db.execute(sql`
    SELECT (SELECT count(*)::int FROM chart_fetches WHERE platform = ${platform} AND outcome IS NOT NULL) AS charts,
      (SELECT count(*)::int FROM keyword_fetches WHERE platform = ${platform} AND fetched_at IS NOT NULL) AS terms`);
  return countsSchema.parse(row);
}

function figuresOf(platform: Platform, served: Run, rejected: Run): readonly Figure[] {
  const { storeName } = platformFacts[platform];
  const syncsOf = ({ syncs }: Run) => syncs.filter((sync) => sync.platform === platform);
  const delays = syncsOf(served).map(({ externalId, seconds }) => {
    const same = syncsOf(rejected).find((sync) => sync.externalId === externalId);
    return (same?.seconds.whole ?? Number.POSITIVE_INFINITY) - (seconds.whole ?? 0);
  });
  const figure = (what: string, value: number, atMost: number | null = null): Figure => ({
    what: `${storeName}: ${what}`,
    value,
    unit: "",
    atMost,
  });
  return [
    ...figuresOfStages(`${storeName}, all are served`, syncsOf(served), {}, 1),
    ...figuresOfStages(`${storeName}, some are rejected`, syncsOf(rejected), {}, 1),
    {
      what: `${storeName}: longer until whole, mean`,
      value: delays.reduce((sum, delay) => sum + delay, 0) / delays.length,
      unit: "s",
      atMost: DELAY_SECONDS_MAX,
    },
    figure(`charts by then, of ${served.counts[platform].charts}`, rejected.counts[platform].charts),
    figure("fewer charts", served.counts[platform].charts - rejected.counts[platform].charts, FEWER_CHARTS_MAX),
    figure(`terms by then, of ${served.counts[platform].terms}`, rejected.counts[platform].terms),
  ];
}
