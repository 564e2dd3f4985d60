import { describe, expect, it } from "vitest";
import { takeTokens } from "../../../db/queries/budgets/store-budgets.ts";
import { storeBudgets } from "../../../db/schema/stores.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { createBuckets } from "../../../infra/planning/simulation/buckets.ts";
import { bucketsOf, type RequestPurpose } from "../../../lib/domain/request-purpose.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { passTime } from "../../support/pass-time.ts";
import { atCaps } from "../../support/store-settings.ts";

const database = useDatabase();

/** Seconds that statements may take on a busy machine: both sides decide alike within them. */
const TOLERANCE_SECONDS = 20;

type BudgetStep = readonly [costs: RequestCosts, purpose: RequestPurpose, outcome: "taken" | "denied"];

const outcomeOf = (waitSeconds: number) => (waitSeconds === 0 ? "taken" : "denied");

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
    const simulated = createBuckets(stores);
    let now = 0;
    for (const steps of nonEmpty(minutes)) {
      for (const [place, [costs, purpose, outcome]] of nonEmpty([...steps.entries()])) {
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
