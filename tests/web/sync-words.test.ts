import { describe, expect, it } from "vitest";

import { describeProgress, type SyncStatus } from "../../web/screens/app/sync-words.ts";

const sync: SyncStatus = {
  app_id: 1,
  status: "processing",
  current_step: "metrics",
  progress: { done: 60, total: 151, by_run: 41, by_sweep: 19, pending: 91 },
  swept_on: "2026-11-24",
  priority: "requested",
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

describe("the progress of a sync in words", () => {
  it("tells what the sync has read, what a sweep has, and what waits", () => {
    expect(describeProgress(sync)).toBe("41 read by this sync, 19 known from the sweep of 24 Nov 2026, 91 waiting.");
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
    expect(describeProgress({ ...sync, priority: "scheduled" })).toContain("scheduled work");
  });
});
