import { describe, expect, it } from "vitest";
import { lengthOf } from "../../web/features/listing/store-limits.ts";
import { diffSides } from "../../web/screens/app/diff/diff-sides.ts";
import { pairScreenshots } from "../../web/screens/app/diff/pair-screenshots.ts";
import { describeRefresh } from "../../web/screens/app/refresh-words.ts";
import { describeFailedItem, refreshMark, type SyncStatus, syncInterval } from "../../web/screens/app/sync-words.ts";
import { daysSince } from "../../web/screens/app/versions/version-days.ts";

const idle: SyncStatus = {
  app_id: 1,
  status: null,
  current_step: null,
  progress: { done: 0, total: 0, by_run: 0, by_sweep: 0, pending: 0 },
  swept_on: null,
  priority: null,
  expected_at: null,
  failed_items: [],
  failed_items_count: 0,
  error_message: null,
  run_id: null,
  starts_at: null,
  started_at: null,
  completed_at: null,
  next_retry_at: null,
  elapsed_ms: null,
};
const running: SyncStatus = { ...idle, status: "processing", current_step: "listings", run_id: "r", elapsed_ms: 5_000 };

describe("the polling of a sync", () => {
  it.each([
    [idle, false],
    [{ ...idle, status: "completed" }, false],
    [running, 3_000],
    [{ ...running, elapsed_ms: 61_000 }, 5_000],
    [{ ...running, status: "queued", starts_at: "2026-03-01T00:05:00Z" }, 15_000],
  ] satisfies [SyncStatus, number | false][])("of %j waits %j", (sync, expected) => {
    expect(syncInterval(sync, Date.parse("2026-03-01T00:00:00Z"))).toBe(expected);
  });

  it("reads the rest of the page again at each step, and every ten seconds", () => {
    const marks = [running, { ...running, current_step: "metrics" as const }, { ...running, elapsed_ms: 12_000 }, idle];

    expect(new Set(marks.map(refreshMark)).size).toBe(4);
    expect(refreshMark({ ...running, elapsed_ms: 6_000 })).toBe(refreshMark(running));
  });

  it("says in words what failed", () => {
    const item = { attempts: 1, last_attempted_at: "", next_retry_at: null, permanent: false, country_code: "de" };

    expect(describeFailedItem({ ...item, phase: "listings", locale: "de-DE", reason: "http_429" })).toBe(
      "Listing in German (Germany) (de-DE), Germany: the store limits requests",
    );
    expect(describeFailedItem({ ...item, phase: "metrics", locale: null, reason: "timeout" })).toBe(
      "Ratings and price, Germany: the store did not respond in time",
    );
  });
});

describe("how often storefronts are read", () => {
  const refresh = (own: number, all: number | null) => ({ own_storefront_days: own, largest_days: 1, all_days: all });

  it.each([
    [null, ""],
    [refresh(1, null), ""],
    [refresh(1, 1), ""],
    [refresh(1, 6), "Own storefront read daily, all within 6 days"],
    [refresh(2, 30), "Own storefront read every 2 days, all within 30 days"],
    [refresh(3, 3), "Storefronts read every 3 days"],
  ])("of %j is said as %j", (days, words) => {
    expect(describeRefresh(days)).toBe(words);
  });
});

describe("a comparison", () => {
  const app = { platform: "ios" as const, externalId: "1", name: "One" };
  const other = { platform: "android" as const, externalId: "com.two", name: "Two" };
  const context = { app, others: [other], country: "us", today: "2026-03-31", firstKnown: "2025-01-01" };
  const state = {
    kind: "days" as const,
    country: undefined,
    locale: "en-US",
    with: undefined,
    other: undefined,
    from: undefined,
    to: undefined,
  };

  it("is of the last thirty days where the address names none", () => {
    const sides = diffSides(state, context);

    expect(sides?.map(({ name }) => name)).toEqual(["1 Mar 2026", "Now"]);
    expect(sides?.map(({ input }) => input.query.at)).toEqual(["2026-03-01", undefined]);
  });

  it("is of all known days where these are fewer", () => {
    const sides = diffSides(state, { ...context, firstKnown: "2026-03-30" });

    expect(sides?.map(({ name }) => name)).toEqual(["30 Mar 2026", "Now"]);
  });

  it("of two languages or apps needs the second", () => {
    expect(diffSides({ ...state, kind: "languages" }, context)).toBeUndefined();
    expect(diffSides({ ...state, kind: "apps", other: "ios:9" }, context)).toBeUndefined();
    const sides = diffSides({ ...state, kind: "apps", other: "android:com.two" }, context);
    expect(sides?.map(({ input }) => input.params.external_id)).toEqual(["1", "com.two"]);
  });

  it("pairs screenshots by device and place, those of phones first", () => {
    const shot = (device_type: string, order: number, url: string) => ({ device_type, order, url });
    const before = [shot("iphone", 2, "b"), shot("iphone", 1, "a")];
    const after = [shot("iphone", 1, "a"), shot("ipad", 1, "x")];

    expect(pairScreenshots(before, after)).toEqual([
      {
        device: "iphone",
        pairs: [
          ["a", "a"],
          ["b", undefined],
        ],
      },
      { device: "ipad", pairs: [[undefined, "x"]] },
    ]);
  });
});

it("counts the characters of a text as the stores do, by code points", () => {
  expect(lengthOf("👍 ok")).toBe(4);
});

it.each([
  ["2026-03-10", "2026-03-01", 9],
  [null, "2026-03-01", 19],
])("counts the days from the version before (%j after %j)", (released, earlier, days) => {
  const version = { release_date: released, created_at: "2026-03-20T08:00:00Z" };

  expect(daysSince({ release_date: earlier, created_at: "2026-03-02T00:00:00Z" }, version)).toBe(days);
  expect(daysSince(undefined, version)).toBeUndefined();
});
