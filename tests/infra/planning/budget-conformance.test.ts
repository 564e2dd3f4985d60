import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { pacedCharts, planCharts } from "../../../db/queries/chart-fetches.ts";

import { requestChart } from "../../../db/queries/request-chart.ts";
import { takeTokens } from "../../../db/queries/store-budgets.ts";
import { chartDays, chartFetches, chartRequests } from "../../../db/schema/charts.ts";
import { storeBudgets } from "../../../db/schema/stores.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { createChartTurns } from "../../../infra/planning/simulation/chart-turns.ts";
import { createStoreBuckets } from "../../../infra/planning/simulation/store-buckets.ts";
import { createTokenBucket } from "../../../infra/planning/simulation/token-buckets.ts";
import {
  type ChartKey,
  chartFetchRules,
  REQUESTED_CHART_WAIT_MAX_SECONDS,
  requestedChartsPerMinute,
} from "../../../lib/domain/chart.ts";
import { openDays } from "../../../lib/domain/paced-fetch.ts";
import { bucketsOf, type RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createUser } from "../../support/factories.ts";
import { passTime } from "../../support/pass-time.ts";
import { atCaps } from "../../support/store-settings.ts";

const database = useDatabase();

/** Seconds that statements may take on a busy machine: both sides decide alike within them. */
const TOLERANCE_SECONDS = 20;

type BudgetStep = readonly [costs: RequestCosts, purpose: RequestPurpose, outcome: "taken" | "denied"];

const outcomeOf = (waitSeconds: number) => (waitSeconds === 0 ? "taken" : "denied");

describe("a simulated token bucket", () => {
  beforeEach(() => emptyTables(database().db, storeBudgets));

  it.each([
    [
      "pays on credit, which is paid back",
      [
        [0, 30, 1],
        [5_200, 1, 1],
        [5_200, 1, 1],
        [1_000, 1, 1],
      ],
    ],
    [
      "keeps what lies below a floor",
      [
        [0, 5, 1],
        [0, 100, 12],
        [0, 1, 1],
        [3_700, 1, 12],
      ],
    ],
    [
      "saves up no more than its capacity",
      [
        [0, 10, 1],
        [1_000_000, 8, 1],
        [0, 5, 1],
        [0, 1, 1],
      ],
    ],
  ] as const)("%s", async (_name, steps) => {
    const budget = { rate: 0.002, capacity: 10 };
    const bucket = { bucket: "ios", capacity: 10, most: "none" as const, start: 0.12, cap: 0.12, adaptive: false };
    const simulated = createTokenBucket(budget);
    let now = 0;
    for (const [after, requests, floor] of steps) {
      await passTime(database().db, after);
      now += after;
      const { waitSeconds } = await takeTokens(database().db, [{ ...bucket, requests, floor }]);
      const simulatedWait = simulated.take(requests, now, floor);
      expect(simulatedWait === 0).toBe(waitSeconds === 0);
      expect(Math.abs(simulatedWait - waitSeconds)).toBeLessThan(TOLERANCE_SECONDS);
    }
  });
});

describe("simulated turns of charts", () => {
  const pace = { perMinute: 1, requestsPerUserAndDay: 3 };
  const horizonSeconds = 720;
  /** Longer than the test lasts: the simulation loses no message. */
  const resendSeconds = 100_000;

  it("are those of the statements, as planned charts and requested ones move each other", async () => {
    const { db } = database();
    await emptyTables(db, chartFetches, chartRequests, chartDays);
    await db.execute(
      sql`UPDATE chart_turns SET next_planned_at = clock_timestamp(), next_asked_at = clock_timestamp()`,
    );
    const days = openDays(new Date(), chartFetchRules);
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
    const simulated = createChartTurns(pace);
    simulated.plan(0, count, 0);
    let now = 0;

    /** Both sweep; each chart is named by its place in the plan. */
    const takeDue = async () => {
      const { perMinute } = pace;
      const due = { platform: "ios", ...days, perMinute, horizonSeconds, resendSeconds } as const;
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
        stored: inTurn(taken.map(({ key, delaySeconds }) => [placeOf(key), delaySeconds])),
        simulated: inTurn(
          simulated.takeDue(now, horizonSeconds).map(({ index, delaySeconds }) => [index, delaySeconds]),
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
        requestedPerMinute: requestedChartsPerMinute(chartsPerMinute),
        waitSecondsMax: REQUESTED_CHART_WAIT_MAX_SECONDS,
        resendSeconds,
      });
      const inTurn = (requested: typeof stored) => ({
        outcome: requested.outcome,
        places: [index],
        delays: requested.outcome === "queued" ? [requested.delaySeconds] : [],
      });
      return { stored: inTurn(stored), simulated: inTurn(simulated.request(user, { index, day: 0 }, now)) };
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
      for (const [place, delay] of delays.entries()) {
        expect(Math.abs(delay - (result.simulated.delays[place] ?? 0))).toBeLessThan(TOLERANCE_SECONDS);
      }
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
      "let few requests in beside charts and a sweep, and whoever is awaited",
      [
        [
          ...times(8, chart),
          ...times(10, lookup),
          [{ itunes_lookup: 1 }, "sweep", "denied"],
          itemsOf(10, "denied"),
          itemsOf(2, "taken"),
          [{ itunes_rss: 1 }, "chart", "denied"],
          [{ itunes_lookup: 1 }, "express", "denied"],
          [{ itunes_lookup: 1 }, "interactive", "taken"],
          [{ itunes_lookup: 3 }, "owed", "taken"],
        ],
        [...times(8, chart), itemsOf(10, "taken"), itemsOf(3, "denied")],
      ],
    ],
    [
      "let a batch in while half of the minute is free",
      [
        [itemsOf(10, "taken"), itemsOf(10, "taken"), itemsOf(1, "denied")],
        [itemsOf(20, "taken"), [{ apps_page: 3 }, "rotation", "denied"], [{ apps_page: 1 }, "interactive", "taken"]],
      ],
    ],
    [
      "hold a class to its rate in any minute",
      [[...times(12, chart), [{ itunes_rss: 1 }, "chart", "denied"], [{ itunes_lookup: 1 }, "express", "taken"]]],
    ],
    [
      "let live requests in by bursts, whatever the tokens of their class",
      [
        [
          [{ itunes_search: 60 }, "owed", "taken"],
          [{ itunes_search: 1 }, "live", "denied"],
        ],
        [
          ...times(20, [{ itunes_search: 1 }, "live", "taken"]),
          [{ itunes_search: 1 }, "live", "denied"],
          [{ itunes_search: 1 }, "interactive", "denied"],
        ],
      ],
    ],
    [
      "leave what needs more tokens to those that need fewer",
      [
        [[{ play_page: 90 }, "owed", "taken"]],
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
    for (const steps of minutes) {
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
