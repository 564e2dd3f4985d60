import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { local } from "../../../infra/aws/local-stages.ts";
import { seededRandom } from "../../../infra/planning/simulation/random.ts";
import { UNHURRIED_EXPRESS } from "../../../lib/domain/storefront-sweep.ts";
import type { ExpressMessage } from "../../../lib/queues/messages.ts";
import { byRun } from "../../support/by-run.ts";
import { everywhere, fewCountries } from "../../support/countries.ts";
import { type ClockedDb, type TestDb, useClockedDatabase } from "../../support/database.ts";
import type { FakeStore } from "../../support/fake-store.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import type { FakeRecords } from "../../support/fake-storefronts.ts";
import { endCoolDown } from "../../support/pass-time.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { findWrongRatings } from "../../support/ratings.ts";
import { DAY_MS, emptySweeps, followApps, noonMs, tickSweep } from "../../support/sweep-world.ts";
import { findRepetitions, findUnfinished, findUnrecorded, findWrongAvailability } from "./consistency.ts";

const database = useClockedDatabase();

const APPS = 4;
const DAYS = 8;
const seeds = byRun({
  usual: [725_116, Date.now() % 1_000_000],
  nightly: [1, 2, 3, 4, 725_116, Date.now() % 1_000_000],
});

/** What the store shows on a day. */
function edition(day: number): FakeRecords {
  const released = { version: `${day}.0`, version_released_at: `2026-01-0${1 + (day % 9)}T00:00:00.000Z` };
  return {
    identity: { name: `Name ${day}`, ...released },
    listing: { title: `Title ${day}`, description: `Text ${day}`, ...released },
    metrics: { rating: 1 + (day % 4) / 3, rating_count: 100 * day, price: day, stars: [day, day, day, day, 96 * day] },
  };
}

/** The same store, each of whose responses takes a few milliseconds. */
function slowed(store: FakeStore, random: () => number): FakeStore {
  return new Proxy(store, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(store, name);
      if (typeof value !== "function" || !String(name).startsWith("fetch")) return value;
      return async (...request: unknown[]) => {
        await sleep(4 * random());
        return Reflect.apply(value, store, request);
      };
    },
  });
}

async function createWorld(db: ClockedDb, random: () => number) {
  await emptySweeps(db);
  let day = 1;
  const store = createFakeStore("ios");
  const apps = await followApps(db, store, APPS);
  const expressSent: ExpressMessage[] = [];
  // Deliveries race with each other in no time, so none may have to wait for tokens.
  const pipeline = createPipeline(db, slowed(store, random), {
    countries: fewCountries,
    settings: { stores: local.stores },
    queues: { express: { send: async (_platform, messages) => void expressSent.push(...messages) } },
  });
  const passTime = (seconds: number) => db.clock.moveTo(db.clock.ms() + 1_000 * seconds);
  await db.clock.moveTo(noonMs + day * DAY_MS);

  const settle = async <Item>(items: Item[], deliver: (item: Item) => Promise<unknown>) => {
    for (let item = items.shift(); item !== undefined; item = items.shift()) await deliver(item);
  };
  const runs = () => settle(pipeline.sent, ({ message }) => pipeline.deliver(message));
  const batches = () => settle(pipeline.sentSweeps, ({ message }) => pipeline.deliver(message));
  /** Apps that have to wait for another shard have it planned by a tick. */
  const shards = () => settle(expressSent.splice(0), (message) => pipeline.deliver(message));
  const ticks = async () => {
    for (let tick = 0; tick < 4; tick += 1) {
      await sleep(30 * random());
      await tickSweep(pipeline);
    }
  };

  return {
    /**
     * Sells today's edition, in Japan as chance decides. Returns the ratings that each storefront shows of each app.
     */
    publish: () => {
      const shown: Record<string, number | null> = {};
      for (const { externalId } of apps) {
        const soldIn = everywhere.filter((code) => code !== "jp" || random() < 0.5);
        store.withdraw({ externalId, countries: everywhere });
        store.sell({ externalId, countries: soldIn, ...edition(day) });
        for (const code of everywhere) shown[`${externalId} ${code}`] = soldIn.includes(code) ? 100 * day : null;
      }
      return shown;
    },
    /** Delivers the messages of runs and batches at the same time, and counts shards meanwhile. Returns what failed. */
    race: async () => {
      await tickSweep(pipeline);
      pipeline.sentSweeps.sort(() => random() - 0.5);
      for (const { id } of apps) {
        await endCoolDown(db, id);
        await pipeline.start(id, random() < 0.5 ? "tracked" : "on_demand");
      }
      const outcomes = await Promise.allSettled([runs(), runs(), runs(), batches(), batches(), batches(), ticks()]);
      await passTime(pipeline.settings.sweep.expressSeconds + 1);
      outcomes.push(
        ...(await Promise.allSettled([shards(), shards()])),
        ...(await Promise.allSettled([runs(), batches(), batches(), shards()])),
      );
      return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
    },
    /** Ends runs that wait for a shard, those that no user waits for too, and has the last shards counted. */
    end: async () => {
      for (let round = 0; round < 2; round += 1) {
        await passTime(UNHURRIED_EXPRESS.seconds);
        await tickSweep(pipeline);
        await batches();
        await pipeline.resend();
        await runs();
      }
      await tickSweep(pipeline);
    },
    nextDay: () => {
      day += 1;
      return db.clock.moveTo(noonMs + day * DAY_MS);
    },
  };
}

/** What is stored of each app in each storefront: the ratings, or that it is unavailable. */
async function storedRatings(db: TestDb) {
  const rows = await db.execute<{ key: string; ratings: number | null }>(sql`
    SELECT a.external_id || ' ' || m.country_code AS key, m.rating_count AS ratings
    FROM app_metrics m JOIN apps a ON a.id = m.app_id`);
  return Object.fromEntries(rows.map(({ key, ratings }) => [key, ratings]));
}

describe("runs and sweeps of the same apps at the same time", () => {
  it.each(seeds)("store each change once, and end (seed %i)", async (seed) => {
    console.log(`Order of deliveries drawn from seed ${seed}.`);
    const { db } = database();
    const world = await createWorld(db, seededRandom(seed));

    for (let day = 1; day <= DAYS; day += 1) {
      const shown = world.publish();
      expect(await world.race(), `day ${day}: nothing fails`).toEqual([]);
      await world.end();

      expect(await findUnfinished(db), `day ${day}: all end`).toEqual([]);
      expect(await findRepetitions(db), `day ${day}: each change is recorded once`).toEqual([]);
      expect(await findUnrecorded(db), `day ${day}: each change is recorded`).toEqual([]);
      expect(await findWrongAvailability(db, everywhere.length), `day ${day}: availability follows the rows`).toEqual(
        [],
      );
      expect(await findWrongRatings(db), `day ${day}: ratings follow the rows`).toEqual([]);
      expect(await storedRatings(db), `day ${day}: what the store shows is stored`).toEqual(shown);
      await world.nextDay();
    }
  });
});
