import { describe, expect, it } from "vitest";

import { isUnnamed, refreshInterval, refreshText } from "../../../../web/screens/charts/chart-refresh.ts";

const NOW = Date.parse("2026-05-10T08:00:00Z");
const named = { app_name: "Weather", app_external_id: "12" };
const unnamed = { app_name: "34", app_external_id: "34" };

function chart(refresh: "none" | "queued" | "under_way", apps: readonly (typeof named)[], minutesAgo: number | null) {
  const fetchedAt = minutesAgo === null ? null : new Date(NOW - minutesAgo * 60_000).toISOString();
  return { data: apps, meta: { refresh, fetched_at: fetchedAt } };
}

describe("a chart on the screen", () => {
  it("is read again every ten seconds until it is fetched", () => {
    expect(refreshInterval(chart("queued", [], null), NOW)).toBe(10_000);
    expect(refreshInterval(chart("under_way", [named], 600), NOW)).toBe(10_000);
    expect(refreshInterval(chart("none", [named], 1), NOW)).toBe(false);
    expect(refreshInterval(undefined, NOW)).toBe(false);
  });

  it("is read again every half a minute while names are missing, for half an hour", () => {
    expect(refreshInterval(chart("none", [named, unnamed], 29), NOW)).toBe(30_000);
    expect(refreshInterval(chart("none", [named, unnamed], 31), NOW)).toBe(false);
    expect(refreshInterval(chart("none", [unnamed], null), NOW)).toBe(false);
  });

  it("has apps that are not named, whose name is their id", () => {
    expect([named, unnamed].map(isUnnamed)).toEqual([false, true]);
  });

  it("says what is under way, and nothing where nothing is", () => {
    expect(refreshText("under_way")).toContain("is being fetched");
    expect([refreshText("none"), refreshText(undefined)]).toEqual([undefined, undefined]);
  });
});
