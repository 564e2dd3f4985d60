import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { takeTokens } from "../../../db/queries/budgets/store-budgets.ts";
import { pacedCharts, planCharts } from "../../../db/queries/charts/chart-fetches.ts";
import { requestChart } from "../../../db/queries/charts/request-chart.ts";
import { chartDays, chartFetches, chartRequests } from "../../../db/schema/charts.ts";
import { storeBudgets } from "../../../db/schema/stores.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { requestChart as requestSimulated } from "../../../infra/planning/simulation/charts.ts";
import { createPacedTurns } from "../../../infra/planning/simulation/paced-turns.ts";
import { createStoreBuckets } from "../../../infra/planning/simulation/store-buckets.ts";
import {
  type ChartKey,
  chartFetchRules,
  REQUESTED_CHART_WAIT_MAX_SECONDS,
  REQUESTED_CHARTS_PER_MINUTE,
} from "../../../lib/domain/chart.ts";
import { pendingDays } from "../../../lib/domain/paced-fetch.ts";
import { bucketsOf, type RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createUser } from "../../support/factories.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { passTime } from "../../support/pass-time.ts";
import { atCaps } from "../../support/store-settings.ts";

const database = useDatabase();

/** Seconds that statements may take on a busy machine: both sides decide alike within them. */
const TOLERANCE_SECONDS = 20;

type BudgetStep = readonly [costs: RequestCosts, purpose: RequestPurpose, outcome: "taken" | "denied"];

const outcomeOf = (waitSeconds: number) => (waitSeconds === 0 ? "taken" : "denied");

describe("simulated slots of charts", () => {
  const pace = { perMinute: 1, requestsPerUserAndDay: 3 };
  const horizonSeconds = 720;
  /** Longer than the test lasts: the simulation loses no message. */
  const resendSeconds = 100_000;

  it("are those of the statements, as planned charts and requested ones move each other", async () => {
    const { db } = database();
    await emptyTables(db, chartFetches, chartRequests, chartDays);
    await db.execute(
      sql`UPDATE chart_slots SET next_planned_at = clock_timestamp(), next_requested_at = clock_timestamp()`,
    );
    const days = pendingDays(new Date(), chartFetchRules);
    const chartDate = days.newest;
    const chartsPerMinute = pace.perMinute;
    const count = await planCharts(db, {
      platform: "ios",
      chartDate,
      countryCodes: ["us"],
      chartsPerMinute,
      byPage: false,
    });
    const planned = await db.execute<Omit<ChartKey, "chartDate">>(sql`
      SELECT platform, collection, country_code AS "countryCode", category_id AS "categoryId" FROM chart_fetches
      ORDER BY next_attempt_at`);
    const users = [(await createUser(db)).id, (await createUser(db)).id];
    const turns = createPacedTurns(pace);
    const today = new Map(turns.plan(0, count, 0).map((fetch) => [fetch.index, fetch]));
    const simulated = { turns, today, nextRequestedAt: 0, requestedBy: new Map<number, number>() };
    let now = 0;

    /** Both sweep; each chart is named by its place in the plan. */
    const takeDue = async () => {
      const { perMinute } = pace;
      const due = { platform: "ios", ...days, perMinute, horizonSeconds, firstSeconds: 0, resendSeconds } as const;
      const taken = await pacedCharts.due.take(db, due);
      const placeOf = ({ collection, categoryId }: ChartKey) =>
        planned.findIndex((other) => other.collection === collection && other.categoryId === categoryId);
      /** Charts that are overdue together may be in any order. */
      const inTurn = (charts: readonly (readonly [place: number, delaySeconds: number])[]) => ({
        outcome: charts.length,
        places: charts.map(([place]) => place).toSorted((a, b) => a - b),
        delays: charts.map(([, delaySeconds]) => delaySeconds),
      });
      return {
        stored: inTurn(taken.map(({ key, delay_seconds }) => [placeOf(key), delay_seconds])),
        simulated: inTurn(
          turns
            .take(now, { firstSeconds: 0, horizonSeconds })
            .map(({ fetch, delaySeconds }) => [fetch.index, delaySeconds]),
        ),
      };
    };
    const request = async (user: number, index: number) => {
      const chart = planned[index];
      if (chart === undefined) throw new Error(`No chart is planned at place ${index}.`);
      const stored = await requestChart(db, {
        chart: { ...chart, chartDate },
        byPage: false,
        userId: users[user] ?? 0,
        chartsPerDay: pace.requestsPerUserAndDay,
        plannedPerMinute: chartsPerMinute,
        requestedPerMinute: REQUESTED_CHARTS_PER_MINUTE,
        waitSecondsMax: REQUESTED_CHART_WAIT_MAX_SECONDS,
        resendSeconds,
      });
      const inTurn = (requested: typeof stored) => ({
        outcome: requested.outcome,
        places: [index],
        delays: requested.outcome === "queued" ? [requested.delaySeconds] : [],
      });
      return {
        stored: inTurn(stored),
        simulated: inTurn(
          requestSimulated(simulated, { user, index }, { now, chartsPerDay: pace.requestsPerUserAndDay }),
        ),
      };
    };
    const pass = async (seconds: number) => {
      await passTime(db, seconds);
      now += seconds;
    };

    const steps = [
      takeDue,
      () => request(0, 3),
      () => request(0, 40),
      () => request(0, 40),
      () => request(0, 41),
      () => request(1, 15),
      async () => pass(740),
      takeDue,
      () => request(0, 60),
      () => request(0, 61),
      async () => pass(300),
      takeDue,
    ];
    const outcomes = [];
    for (const step of steps) {
      const result = await step();
      if (result === undefined) continue;
      const { delays, ...taken } = result.stored;
      expect(result.simulated).toMatchObject(taken);
      const isApart = (delay: number, place: number) =>
        Math.abs(delay - (result.simulated.delays[place] ?? 0)) >= TOLERANCE_SECONDS;
      expect(delays.filter(isApart)).toEqual([]);
      outcomes.push(taken.outcome);
    }
    expect(outcomes).toEqual([
      12,
      "under_way",
      "queued",
      "under_way",
      "queued",
      "queued",
      10,
      "queued",
      "limit_reached",
      4,
    ]);
  });
});

describe("simulated buckets of classes and hosts", () => {
  /** The simulation assumes that every class has learnt its cap. */
  const stores = atCaps(prod.stores);
  const times = (count: number, step: BudgetStep): readonly BudgetStep[] => Array.from({ length: count }, () => step);
  const chart: BudgetStep = [{ itunes_rss: 1 }, "chart", "taken"];
  const lookup: BudgetStep = [{ itunes_lookup: 1 }, "sweep", "taken"];
  const itemsOf = (items: number, outcome: BudgetStep[2]): BudgetStep => [
    { itunes_lookup: items, apps_page: items },
    "page",
    outcome,
  ];

  it.each<readonly [string, readonly (readonly BudgetStep[])[]]>([
    [
      "let no scheduled lookups in beside charts and a sweep, but users by 20 in ten seconds",
      [
        [
          ...times(8, chart),
          ...times(8, lookup),
          [{ itunes_lookup: 1 }, "sweep", "denied"],
          itemsOf(10, "denied"),
          itemsOf(2, "denied"),
          ...times(4, chart),
          [{ itunes_rss: 1 }, "chart", "denied"],
          [{ itunes_lookup: 1 }, "requested", "denied"],
          [{ itunes_lookup: 1 }, "first_read", "denied"],
          [{ itunes_lookup: 3 }, "on_credit", "taken"],
        ],
        [...times(7, chart), itemsOf(10, "taken"), itemsOf(3, "denied")],
      ],
    ],
    [
      "let a batch in while half of the minute is free",
      [
        [itemsOf(7, "taken"), itemsOf(8, "taken"), itemsOf(1, "denied")],
        [itemsOf(20, "taken"), [{ apps_page: 3 }, "rotation", "denied"], [{ apps_page: 1 }, "first_read", "denied"]],
      ],
    ],
    [
      "hold a class to its rate in any minute",
      [[...times(12, chart), [{ itunes_rss: 1 }, "chart", "denied"], [{ itunes_lookup: 1 }, "requested", "taken"]]],
    ],
    [
      "let live requests in by bursts, whatever the tokens of their class",
      [
        [
          [{ itunes_search: 60 }, "on_credit", "taken"],
          [{ itunes_search: 1 }, "live", "denied"],
        ],
        [
          ...times(20, [{ itunes_search: 1 }, "live", "taken"]),
          [{ itunes_search: 1 }, "live", "denied"],
          [{ itunes_search: 1 }, "first_read", "denied"],
        ],
      ],
    ],
    [
      "leave what needs more tokens to those that need fewer",
      [
        [[{ play_page: 80 }, "on_credit", "taken"]],
        [
          [{ play_page: 1 }, "rotation", "denied"],
          [{ play_page: 1 }, "page", "taken"],
        ],
      ],
    ],
  ])("%s, as the statement does", async (_name, minutes) => {
    const { db } = database();
    await emptyTables(db, storeBudgets);
    const simulated = createStoreBuckets(stores);
    let now = 0;
    for (const steps of nonEmpty(minutes)) {
      for (const [place, [costs, purpose, outcome]] of steps.entries()) {
        const { waitSeconds } = await takeTokens(db, bucketsOf(stores, costs, purpose));
        const simulatedWait = simulated.take(costs, purpose, now);
        const step = `${place}: ${purpose} at ${now}`;
        expect([waitSeconds, simulatedWait].map(outcomeOf), step).toEqual([outcome, outcome]);
        expect(Math.abs(simulatedWait - waitSeconds), step).toBeLessThan(TOLERANCE_SECONDS);
      }
      await passTime(db, 90);
      now += 90;
    }
  });
});
