import { describe, expect, it } from "vitest";

import { useApi } from "../../support/use-api.ts";
import { allFive, createRatedApp, date, now, shown } from "./rated-app.ts";

const setUp = useApi();

async function show(days: Parameters<typeof createRatedApp>[1], app: Parameters<typeof createRatedApp>[2] = {}) {
  const { db, api, caller } = await setUp({ now });
  const { platform, externalId } = await createRatedApp(db, days, app);
  const { status, body } = await api.get(`/apps/${platform}/${externalId}/ratings/summary`, caller);
  expect(status).toBe(200);
  return body.data;
}

describe("GET /apps/{platform}/{external_id}/ratings/summary", () => {
  it("returns the ratings over all storefronts, and what they have changed in 30 days", async () => {
    const data = await show({
      [-21]: { seen: { us: { rating: 4, count: 30, stars: [0, 0, 0, 30, 0] }, de: allFive(10) }, missing: [] },
      [-20]: { seen: { us: { rating: 1, count: 31, stars: null } } },
      9: { seen: { us: { rating: 4.5, count: 60, stars: [0, 0, 0, 30, 30] } }, missing: [] },
    });

    expect(data).toEqual({
      rating: 4.57,
      rating_count: 70,
      breakdown: shown(0, 0, 0, 30, 40),
      breakdown_as_of: "2026-03-10T06:00:00Z",
      trend: { compared_with: date(-21), rating_delta_30d: 0.32, rating_count_delta_30d: 30 },
      metrics_as_of: "2026-04-10T12:00:00Z",
      oldest_metrics_as_of: "2026-04-09T00:00:00Z",
    });
  });

  it("[RTG-2] says when the storefront was read whose ratings are the oldest", async () => {
    const data = await show({
      7: { seen: { us: allFive(100), de: allFive(50), jp: null }, missing: [] },
      8: { missing: [], rotatedOut: ["de", "jp"] },
      10: { missing: [], rotatedOut: ["de", "jp"] },
    });

    expect(data).toMatchObject({
      rating_count: 150,
      metrics_as_of: "2026-04-10T12:00:00Z",
      oldest_metrics_as_of: "2026-04-07T06:00:00Z",
    });
  });

  it("compares with the last measured day that is 30 days or more before the last measured one", async () => {
    const data = await show({
      [-24]: { seen: { us: allFive(10) }, missing: [] },
      [-22]: { seen: { us: allFive(20) }, missing: [] },
      [-21]: { seen: { us: allFive(30) }, missing: ["us"] },
      [-20]: { seen: { us: allFive(40) }, missing: [] },
      9: { seen: { us: allFive(100) }, missing: [] },
      10: { missing: ["us"] },
    });

    expect(data.trend).toEqual({ compared_with: date(-22), rating_delta_30d: 0, rating_count_delta_30d: 80 });
  });

  it("counts a storefront that was first read later, or was left for a while, from its first ratings", async () => {
    const data = await show({
      [-22]: { seen: { us: allFive(10), jp: null }, missing: ["de"] },
      [-10]: { seen: { de: { rating: 2, count: 500, stars: null }, jp: allFive(70) }, missing: [] },
      9: { seen: { us: allFive(12), de: { rating: 2, count: 501, stars: null }, jp: null }, missing: [] },
    });

    expect(data).toMatchObject({ rating_count: 513, trend: { rating_delta_30d: 0.01, rating_count_delta_30d: 3 } });
  });

  it("shows no change without a measured day to compare with", async () => {
    const nothing = { compared_with: null, rating_delta_30d: null, rating_count_delta_30d: null };

    const recent = await show({ [-19]: { seen: { us: allFive(10) }, missing: [] }, 10: { missing: [] } });
    const longAgo = await show({ [-60]: { seen: { us: allFive(10) }, missing: [] }, 10: { missing: [] } });

    expect([recent, longAgo]).toMatchObject([
      { rating_count: 10, trend: nothing },
      { rating_count: 10, trend: nothing },
    ]);
  });

  it("returns the global ratings of an app on Google Play, without stars where none were read", async () => {
    const data = await show(
      {
        [-22]: { seen: { zz: { rating: 4, count: 10, stars: null }, de: null }, missing: [] },
        9: { seen: { zz: { rating: 4.1, count: 12, stars: null } }, missing: [] },
      },
      { platform: "android" },
    );

    expect(data).toMatchObject({ rating: 4.1, rating_count: 12, breakdown: null });
    expect(data.trend).toMatchObject({ rating_delta_30d: 0.1, rating_count_delta_30d: 2 });
  });

  it("returns null for an app without ratings", async () => {
    expect(await show({}, { lastSyncedAt: null })).toEqual({
      rating: null,
      rating_count: null,
      breakdown: null,
      breakdown_as_of: null,
      trend: { compared_with: null, rating_delta_30d: null, rating_count_delta_30d: null },
      metrics_as_of: null,
      oldest_metrics_as_of: null,
    });
  });
});
