import { beforeEach, describe, expect, it } from "vitest";

import { storeBudgets } from "../../db/schema/stores.ts";
import { CHART_FLOOR, SYNC_FLOOR } from "../../lib/domain/call-limits.ts";
import { sharedBudget } from "../../lib/stores/store-budget.ts";
import { useDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";

const database = useDatabase();

function createBudget(settings: Parameters<typeof sharedBudget>[1]) {
  const used: number[] = [];
  const budget = sharedBudget(
    { db: database().db, measure: (_name, value) => void used.push(value), random: () => 0.5 },
    settings,
  );
  return { budget, used };
}

describe("a store's budget", () => {
  beforeEach(() => emptyTables(database().db, storeBudgets));

  it("grants requests while the bucket holds a token, then returns how long to wait", async () => {
    const { budget } = createBudget({ platform: "ios", rate: 0.1, capacity: 100, floor: 1 });
    expect(await budget(90)).toBe(0);
    expect(await budget(50)).toBe(0);
    expect(await budget(1)).toBe(410);
  });

  it("is shared exactly by concurrent callers, and measures how much of it is used", async () => {
    const { budget, used } = createBudget({ platform: "android", rate: 0.001, capacity: 60, floor: 1 });
    const responses = await Promise.all(Array.from({ length: 30 }, () => budget(10)));
    expect(responses.filter((wait) => wait === 0)).toHaveLength(6);
    expect([...new Set(used.map(Math.round))].toSorted((a, b) => a - b)).toEqual([17, 33, 50, 67, 83, 100]);
  });

  it("serves charts, which take one token each, before a batch that may go on credit", async () => {
    const store = { platform: "ios", rate: 0.001, capacity: 100 } as const;
    const [syncs, charts] = [
      createBudget({ ...store, floor: SYNC_FLOOR }),
      createBudget({ ...store, floor: CHART_FLOOR }),
    ];
    expect(await charts.budget(89)).toBe(0);

    expect(await syncs.budget(50)).toBeGreaterThan(0);
    expect(await charts.budget(1)).toBe(0);
  });

  it("spreads callers that come a little too early over a minute", async () => {
    const { budget } = createBudget({ platform: "ios", rate: 1, capacity: 100, floor: 1 });
    expect(await budget(101)).toBe(0);
    expect(await budget(1)).toBe(60);
  });

  it("rejects a capacity that cannot pay for one batch", () => {
    expect(() => createBudget({ platform: "ios", rate: 1, capacity: 99, floor: 1 })).toThrow(
      /capacity of the store budget is 99/,
    );
  });
});
