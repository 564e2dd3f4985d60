import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { users } from "../../../db/schema/accounts.ts";
import { apps, publishers } from "../../../db/schema/apps.ts";
import { chartDays, chartFetches, chartSlots } from "../../../db/schema/charts.ts";
import { rankReports } from "../../../db/schema/events.ts";
import { storeBudgets } from "../../../db/schema/stores.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { showChart } from "../../../lib/charts/show-chart.ts";
import { chartFetchRules } from "../../../lib/domain/chart.ts";
import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import { chartMessageSchema } from "../../../lib/queues/messages.ts";
import { wireChartRequests } from "../../../lib/wiring/endpoints.ts";
import { createChartPipeline, NOW } from "../../support/chart-pipeline.ts";
import type { ClockedDb, TestDb } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createUser } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { createEffects, type Fault, withoutInjected } from "../../support/faults/effects.ts";
import { createMemoryQueue, createQueueConsumer } from "../../support/faults/memory-queue.ts";
import { passTime } from "../../support/pass-time.ts";
import { expectWhole } from "./stored-charts.ts";

/** After this time everything that waits is due. */
const EVERYTHING_DUE_SECONDS = 7_200;

/** The number of ticks after which every chart must have ended, whatever fault it met. */
const TICKS_MAX = 8;

const platform = "ios";
export type ChartWorld = Awaited<ReturnType<typeof createChartWorld>>;

/** Returns a database without charts, with their store and their queue. */
export async function createChartWorld(db: ClockedDb, now: Date = NOW) {
  await db.clock.moveTo(now.getTime());
  await emptyTables(db, chartDays, chartFetches, rankReports, apps, publishers, storeBudgets, users);
  const noBadPages = { badPages: 0, pagesBlockedUntil: null };
  const slots = { nextPlannedAt: sql`clock_timestamp()`, nextRequestedAt: sql`clock_timestamp()` };
  await db.update(chartSlots).set({ ...slots, ...noBadPages });
  const { id: userId } = await createUser(db);
  const store = createFakeStore(platform);
  store.emptyCharts();
  const effects = createEffects();
  const { send, everSent, ...queue } = createMemoryQueue();
  const pipeline = createChartPipeline(db, effects.calls(store), {
    db: effects.db(db),
    queues: { charts: effects.calls({ send }) },
    countries: countries.filter(({ code }) => code === "us"),
    // Scenarios of pages plan them.
    settings: { charts: { pages: "off" } },
  });
  const consumer = createQueueConsumer(
    chartMessageSchema().refine((message) => message.platform === platform),
    async (message, invocation) => {
      const outcome = await pipeline.consume(message, invocation);
      // The queue delivers the message again when the tokens are there.
      if (outcome === "postponed") await passTime(db, EVERYTHING_DUE_SECONDS);
    },
    { nextProcess: effects.revive },
  );

  async function deliver(body: string): Promise<boolean> {
    const isDone = await consumer.deliver(body);
    await expectWhole(db);
    return isDone;
  }

  return {
    db,
    store,
    effects,
    send,
    resend: () => effects.attempt(pipeline.resend),
    /** The schedule starts it again when it fails. */
    startDay: async () => {
      if (!(await effects.attempt(pipeline.startDay))) await pipeline.startDay();
    },
    /** A client that got no response sends its request again. */
    show: async () => {
      const deps = { ...wireChartRequests(pipeline.ports, pipeline.settings), correlationId: "test" };
      const chart = {
        platform,
        collection: "top_free",
        countryCode: "us",
        categoryId: undefined,
        date: undefined,
      } as const;
      const show = () => showChart(deps, { ...chart, userId });
      if (!(await effects.attempt(show))) await show();
    },
    begin: (fault?: Fault) => effects.begin(fault),
    /** Delivers, and lets time pass and resends, until every chart has ended. */
    settle: async () => {
      for (let ticks = 0; ticks <= TICKS_MAX; ticks += 1) {
        await queue.deliverWaiting(deliver);
        if (await haveEnded(db)) return;
        await passTime(db, EVERYTHING_DUE_SECONDS);
        await effects.attempt(pipeline.resend);
      }
      throw new Error(`Charts had not ended after ${TICKS_MAX} ticks.`, { cause: consumer.errors });
    },
    /** Delivers every message once more, which changes nothing. */
    repeat: async () => {
      const callsBefore = store.calls.length;
      effects.begin();
      for (const body of everSent) await consumer.deliver(body);
      expect(withoutInjected(consumer.errors), "nothing else fails, and late duplicates are acknowledged").toEqual([]);
      expect(effects.unexplained).toEqual([]);
      expect(store.calls.length, "a late duplicate sends the store no request").toBe(callsBefore);
      const attempts = Map.groupBy(store.calls, ({ subject }) => subject);
      const isTooOften = (calls: readonly unknown[]) => calls.length > attemptsMax(chartFetchRules);
      expect([...attempts].filter(([, calls]) => isTooOften(calls))).toEqual([]);
    },
  };
}

async function haveEnded(db: TestDb): Promise<boolean> {
  const rows = await db.execute(sql`SELECT 1 FROM chart_fetches WHERE outcome IS NULL`);
  return rows.length === 0;
}
