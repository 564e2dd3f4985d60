import { describe, expect, it } from "vitest";

import { sharedBudget } from "../../lib/sync/store-budget.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

describe("a store's budget", () => {
  it("grants while the bucket holds anything and then says how long to wait", async () => {
    const budget = sharedBudget(database().db, { platform: "ios", rate: 2, capacity: 100 });
    expect(await budget(90)).toBe(0);
    expect(await budget(50)).toBe(0);
    expect(await budget(1)).toBe(21);
  });

  it("is shared exactly, however many ask at once", async () => {
    const budget = sharedBudget(database().db, { platform: "android", rate: 0.001, capacity: 60 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => budget(10)));
    expect(answers.filter((wait) => wait === 0)).toHaveLength(6);
  });

  it("refuses a capacity that cannot pay for one batch", () => {
    expect(() => sharedBudget(database().db, { platform: "ios", rate: 1, capacity: 99 })).toThrow(
      /STORE_BUDGET_CAPACITY/,
    );
  });
});
