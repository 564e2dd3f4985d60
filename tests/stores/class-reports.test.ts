import { beforeEach, describe, expect, it } from "vitest";

import { CEILING_SECONDS, WINDOW_SECONDS } from "../../lib/domain/store-hosts.ts";
import { settings, useReportedClass } from "./reported-class.ts";

const { at, take, respond, throttle, row, rate } = useReportedClass();

describe("a class that a store throttles", () => {
  it("is closed for a minute, then for twice as long each time, and for half an hour at most", async () => {
    const seconds: number[] = [];
    for (let now = 0; seconds.length < 8; now += seconds.at(-1) ?? 0) {
      await at(now);
      seconds.push(await throttle());
      expect((await row())?.blocked_until).toBe(now + (seconds.at(-1) ?? 0));
    }
    expect(seconds).toEqual([60, 120, 240, 480, 960, 1_800, 1_800, 1_800]);
  });

  it.each([
    [30, 60],
    [300, 300],
    [86_400, 1_800],
  ])("is closed for %i stated seconds where that is longer, and for half an hour at most", async (stated, closed) => {
    expect(await throttle(stated)).toBe(closed);
  });

  it("counts the responses to requests that were under way together as one", async () => {
    await throttle();
    const once = await row();
    await at(1);
    await throttle(90);
    await at(5);
    await throttle();

    expect(await row()).toEqual({ ...once, blocked_until: 91 });
  });

  it("counts those of many workers at once as one", async () => {
    await Promise.all(Array.from({ length: 12 }, () => throttle(null, { isAboutAddress: true })));

    expect(await row()).toMatchObject({ throttled_in_a_row: 1, rate: null, ceiling: null, blocked_until: 60 });
  });

  it("begins with a minute again once the store has responded", async () => {
    await throttle();
    await at(61);
    await respond();
    await at(62);
    expect(await throttle()).toBe(60);
  });

  it("learns nothing from a response while it is closed", async () => {
    await throttle();
    const once = await row();
    await at(59);
    await respond();
    expect(await row()).toEqual(once);
  });

  it("keeps its rate after one response, and gets less after a second within ten minutes", async () => {
    await throttle();
    await at(WINDOW_SECONDS);
    await throttle();
    expect(await rate()).toBe(20);

    await at(WINDOW_SECONDS + 121);
    await throttle();
    expect(await rate()).toBe(14);
    expect(await row()).toMatchObject({ ceiling: 18, ceiling_until: WINDOW_SECONDS + 121 + CEILING_SECONDS });
  });

  it("gets less at once where the store states a wait, and once in ten minutes", async () => {
    const rates: number[] = [];
    for (const now of [0, 61, WINDOW_SECONDS - 1, WINDOW_SECONDS + 1_000]) {
      await at(now);
      await throttle(30);
      rates.push(Math.round(10 * (await rate())) / 10);
    }
    expect(rates).toEqual([14, 14, 14, 9.8]);
  });

  it.each([
    [5, 4],
    [4, 4],
    [2, 2],
  ])("keeps of %i requests a minute at least %i", async (startPerMinute, least) => {
    await throttle(30, { of: { ...settings, startPerMinute } });
    expect(await rate()).toBe(least);
  });

  it("saves up no tokens for the time when it opens", async () => {
    const wait = () => take(1, { floor: 1 });
    await throttle(300);

    await at(300 + 4);
    expect(await wait()).toBeGreaterThan(0);
    await at(300 + 5);
    expect(await wait()).toBe(0);
    expect(await wait()).toBeGreaterThan(0);
  });
});

describe("a class that nobody has requested", () => {
  it("has nothing to learn", async () => {
    expect(await throttle(300, { hostClass: "itunes_search" })).toBe(0);
    await respond({ hostClass: "itunes_search" });
    expect(await row("itunes_search")).toBeUndefined();
  });
});

describe("the host of a class", () => {
  const HOST = "itunes.apple.com";
  beforeEach(() => take(1, { buckets: [HOST] }));
  const closed = async () => [(await row())?.blocked_until, (await row(HOST))?.blocked_until];

  it("is closed where the store rejects the address, whatever the order in which workers take tokens", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? throttle(300, { isAboutAddress: true }) : take(1, { buckets: ["itunes_rss", HOST] }),
      ),
    );

    expect(await row(HOST)).toMatchObject({ blocked_until: 300, rate: null, throttled_in_a_row: 0 });
  });

  it("stays open where the store limits the class alone, but for half a minute if it states a wait", async () => {
    await throttle();
    expect(await closed()).toEqual([60, null]);

    await at(600);
    await throttle(300);
    expect(await closed()).toEqual([900, 630]);
  });
});
