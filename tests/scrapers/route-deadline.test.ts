import { describe, expect, it } from "vitest";

import { withinDeadline } from "../../scrapers/http/route.ts";
import { settleItems } from "../../scrapers/http/settle-items.ts";
import { NotInStoreError } from "../../scrapers/http/store-errors.ts";

const ignoring = () => new Promise<never>(() => undefined);

/** Returns the outcome of each item at the deadline. */
function settle(items: Readonly<Record<string, (signal: AbortSignal) => Promise<object>>>, deadlineMs = 40) {
  return withinDeadline(deadlineMs, async (signal) => {
    const call = { signal, report: () => undefined };
    const settled = await settleItems(Object.keys(items), call, (item) => items[item]?.(signal) ?? ignoring());
    return settled.map((one) => [one.item, one.settled]);
  });
}

const timedOut = { outcome: "failed", statusCode: 504, reason: "timeout", retry_after_seconds: null };

describe("the deadline of a route", () => {
  it("returns finished items and fails the others with the reason timeout", async () => {
    const outcomes = await settle({
      done: async () => ({ value: 1 }),
      absent: async () => Promise.reject(new NotInStoreError("App 1")),
      endless: ignoring,
    });

    expect(outcomes).toEqual([
      ["done", { outcome: "found", value: 1 }],
      ["absent", { outcome: "empty_response" }],
      ["endless", expect.objectContaining(timedOut)],
    ]);
  });

  it("keeps finished items when the process was too busy to notice it", async () => {
    const outcomes = await settle({
      done: async () => ({ value: 1 }),
      busy: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        const until = performance.now() + 80;
        while (performance.now() < until);
        return { value: 2 };
      },
    });

    expect(outcomes.map(([, settled]) => settled)).toMatchObject([{ outcome: "found" }, { outcome: "found" }]);
  });
});
