import { describe, expect, it } from "vitest";

import {
  describeFailedItem,
  describeProgress,
  describeRefresh,
  describeUnread,
  refreshMark,
  type SyncStatus,
  syncInterval,
} from "../../../../web/screens/app/sync-labels.ts";

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

const sync: SyncStatus = {
  ...idle,
  status: "processing",
  current_step: "metrics",
  progress: { done: 60, total: 151, by_run: 41, by_sweep: 19, pending: 91 },
  swept_on: "2026-11-24",
  priority: "requested",
};

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

describe("the progress of a sync in words", () => {
  it("tells what the sync has read, what a sweep has, and what waits", () => {
    expect(describeProgress(sync)).toBe("41 read by this sync, 19 read by the daily sweep of 24 Nov 2026, 91 waiting.");
  });

  it("leaves out a sweep that has read nothing", () => {
    const alone = { ...sync, progress: { ...sync.progress, by_run: 60, by_sweep: 0 }, swept_on: null };
    expect(describeProgress(alone)).toBe("60 read by this sync, 91 waiting.");
  });

  it("tells about when the sync ends", () => {
    const at = new Date(2026, 10, 25, 14, 20).toISOString();
    expect(describeProgress({ ...sync, expected_at: at })).toMatch(/ Ready at about 14:20\.$/);
  });

  it("tells that a sync goes on as scheduled work", () => {
    expect(describeProgress({ ...sync, priority: "scheduled" })).toContain("The rest is scheduled.");
  });
});

describe("what a completed sync has left unread", () => {
  const progress = { ...idle.progress, done: 3, total: 185, pending: 182 };

  it("is named with the syncs that read it", () => {
    expect(describeUnread({ ...idle, status: "completed", progress })).toBe(
      "Not read yet: 182 items. The next scheduled syncs read them. Sync the app to speed it up.",
    );
  });

  it("is nothing where all was read, and not known while a sync is under way", () => {
    expect(describeUnread({ ...idle, status: "completed", progress: { ...progress, pending: 0 } })).toBe("");
    expect(describeUnread({ ...running, progress })).toBe("");
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
