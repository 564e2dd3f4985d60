import { describe, expect, it } from "vitest";

import type { WaitingRun } from "../../db/queries/runs/waiting-runs.ts";
import { countries } from "../../db/seeds/countries.ts";
import { waitingLine } from "../../lib/sync/waiting-line.ts";

const listings: WaitingRun = {
  app_id: 1,
  run_id: "00000000-0000-4000-8000-000000000001",
  purpose: "on_demand",
  phase: "listings",
  is_first_read: false,
  phase_items_done: 9,
  items_left: 141,
  next_batch: null,
  has_waited_long: false,
  ready_seconds: 0,
  is_sent: false,
  place_seconds: 60,
  correlation_id: null,
};

const costsLeftOf = (run: WaitingRun) =>
  waitingLine({ runs: [run], batches: [] }, { countries, platform: "ios" })[0]?.costsLeft;

describe("what a user's run of the App Store still requests", () => {
  it("is a lookup and a page of each language that is left, and of the primary storefront", () => {
    const next_batch = { purpose: "requested", costs: { itunes_lookup: 10, apps_page: 10 } } as const;
    expect(costsLeftOf({ ...listings, next_batch })).toEqual({ itunes_lookup: 31, apps_page: 31 });
  });

  it("is pages alone where a sweep has read the texts, so that it keeps no lookup from others", () => {
    const next_batch = { purpose: "requested", costs: { apps_page: 10 } } as const;
    expect(costsLeftOf({ ...listings, next_batch })).toEqual({ apps_page: 31 });
  });
});

describe("the repair of a user's completed run", () => {
  const repair = { ...listings, phase: "reconciling", items_left: 0, place_seconds: 600 } as const;

  it("stands behind all that users wait for, whenever it was requested", () => {
    const line = waitingLine(
      { runs: [repair, { ...listings, app_id: 2 }], batches: [] },
      { countries, platform: "ios" },
    );
    expect(line.map((entry) => ("run" in entry ? entry.run.app_id : "batch"))).toEqual([2, 1]);
  });

  it("needs the tokens of a scheduled page", () => {
    const [entry] = waitingLine({ runs: [repair], batches: [] }, { countries, platform: "ios" });
    expect(entry?.purpose).toBe("page");
  });
});
