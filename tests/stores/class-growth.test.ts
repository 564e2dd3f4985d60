import { describe, expect, it } from "vitest";

import { CEILING_SECONDS, WINDOW_SECONDS } from "../../lib/domain/store-hosts.ts";
import { settings, useReportedClass } from "./reported-class.ts";

const { at, take, respond, throttle, row, rate } = useReportedClass();

describe("a class that a store serves", () => {
  it.each([
    [WINDOW_SECONDS, 160, 21],
    [WINDOW_SECONDS, 159, 20],
    [WINDOW_SECONDS - 1, 160, 20],
    [10 * WINDOW_SECONDS, 160, 20],
  ])("after %i seconds with %i requests gets %i a minute", async (seconds, requests, expected) => {
    await take(requests - 1);
    await at(seconds);
    await respond();
    expect(await rate()).toBe(expected);
  });

  it("counts a window anew after each", async () => {
    await take(200);
    await at(WINDOW_SECONDS);
    await respond();
    expect(await row()).toMatchObject({ window_requests: 0, window_started_at: WINDOW_SECONDS });
  });

  /** The rate after each of this many windows in which more was requested than the class is granted. */
  async function ratesAfterWindows(from: number, windows: number): Promise<readonly number[]> {
    const rates: number[] = [];
    for (let window = 1; window <= windows; window += 1) {
      await take(1_000);
      await at(from + window * WINDOW_SECONDS);
      await respond();
      rates.push(await rate());
    }
    return rates;
  }

  it("grows up to its cap", async () => {
    expect(await ratesAfterWindows(0, 4)).toEqual([21, 22, 22, 22]);
  });

  it("remembers for a day which rate was too much", async () => {
    await throttle(30);
    expect(await ratesAfterWindows(60, 6)).toEqual([15, 16, 17, 18, 18, 18]);
    await at(CEILING_SECONDS - WINDOW_SECONDS);
    await respond();
    expect(await ratesAfterWindows(CEILING_SECONDS - WINDOW_SECONDS, 3)).toEqual([19, 20, 21]);
  });

  it("stays at its start where it does not adapt", async () => {
    const pinned = { ...settings, adaptive: false };
    await throttle(30, { of: pinned });
    await at(61);
    await throttle(null, { of: pinned });
    await take(1_000);
    await at(3_000);
    await respond({ of: pinned });

    expect(await row()).toMatchObject({ rate: null, ceiling: null, blocked_until: 181, window_requests: 0 });
  });
});
