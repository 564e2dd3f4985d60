import { describe, expect, it } from "vitest";

import { useApi } from "../../support/use-api.ts";
import { allFive, createRatedApp, date, now, shown } from "./rated-app.ts";

const setUp = useApi();

type Days = Parameters<typeof createRatedApp>[1];
type Point = { date: string; rating_count: number | null; breakdown: unknown; delta_total: number | null };

/** Returns the response for an app whose ratings were read on these days; the last of the history is 10 April. */
async function show(days: Days, query: string, app: Parameters<typeof createRatedApp>[2] = {}) {
  const { db, api, caller } = await setUp({ now });
  const { platform, externalId } = await createRatedApp(db, days, app);
  return api.get(`/apps/${platform}/${externalId}/ratings/history?${query}`, caller);
}

const countsOf = (points: readonly Point[]) => points.map(({ rating_count }) => rating_count);
const gainsOf = (points: readonly Point[]) => points.map(({ delta_total }) => delta_total);

describe("GET /apps/{platform}/{external_id}/ratings/history", () => {
  it("continues across the end of a quarter, whose rows lie in another partition", async () => {
    const { body } = await show(
      {
        0: { seen: { us: allFive(10) }, missing: [] },
        1: { seen: { us: allFive(14) }, missing: [] },
        2: { seen: {}, missing: [] },
      },
      "days=11",
    );

    expect(countsOf(body.data).slice(0, 3)).toEqual([10, 14, 14]);
    expect(gainsOf(body.data).slice(0, 3)).toEqual([null, 4, 0]);
  });

  it("counts the gain of the first shown day from the last day before that was measured", async () => {
    const measured = { seen: { us: allFive(10) }, missing: [] };
    const grown = { seen: { us: allFive(14) }, missing: [] };

    const dayBefore = await show({ 9: measured, 10: grown }, "days=1");
    const failedBetween = await show({ 8: measured, 9: { missing: ["us"] }, 10: grown }, "days=1");

    expect([gainsOf(dayBefore.body.data), gainsOf(failedBetween.body.data)]).toEqual([[4], [4]]);
  });

  it("returns each day until today with what it has gained, weighted over storefronts", async () => {
    const { status, body } = await show(
      {
        9: {
          seen: { us: { rating: 4, count: 30, stars: [0, 0, 0, 30, 0] }, de: { rating: 5, count: 10, stars: null } },
          missing: [],
        },
        10: { seen: { us: { rating: 4.02, count: 50, stars: [0, 0, 0, 49, 1] } }, missing: [] },
      },
      "days=3",
    );

    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        date: date(8),
        rating: null,
        rating_count: null,
        breakdown: null,
        delta_breakdown: null,
        delta_total: null,
        unmeasured_countries: null,
        rotated_out_countries: null,
        oldest_date: null,
      },
      {
        date: date(9),
        rating: 4.25,
        rating_count: 40,
        breakdown: shown(0, 0, 0, 30, 0),
        delta_breakdown: null,
        delta_total: null,
        unmeasured_countries: 0,
        rotated_out_countries: 0,
        oldest_date: date(9),
      },
      {
        date: date(10),
        rating: 4.18,
        rating_count: 60,
        breakdown: shown(0, 0, 0, 49, 1),
        delta_breakdown: shown(0, 0, 0, 19, 1),
        delta_total: 20,
        unmeasured_countries: 0,
        rotated_out_countries: 0,
        oldest_date: date(10),
      },
    ]);
    expect(body.meta).toEqual({
      from: date(8),
      to: date(10),
      country_codes: null,
      metrics_as_of: "2026-04-10T12:00:00Z",
    });
  });

  it("shows no spike when stars are missing, or a storefront fails for the first days or later", async () => {
    const { body } = await show(
      {
        6: { seen: { us: allFive(100) }, missing: ["de"] },
        7: { seen: { us: { rating: 5, count: 101, stars: null }, de: allFive(1_000) }, missing: [] },
        8: { seen: { us: { rating: 5, count: 103, stars: null } }, missing: ["de"] },
        9: { seen: { us: allFive(106), de: allFive(1_010) }, missing: [] },
      },
      "days=5",
    );

    expect(countsOf(body.data)).toEqual([100, 1_101, 1_103, 1_116, null]);
    expect(gainsOf(body.data)).toEqual([null, 1, 7, 8, null]);
    const five = body.data.map(({ delta_breakdown }: { delta_breakdown: Record<string, number> | null }) =>
      delta_breakdown === null ? null : delta_breakdown["5"],
    );
    expect(five).toEqual([null, 0, 0, 16, null]);
    expect(body.data.map(({ unmeasured_countries: count }: { unmeasured_countries: number }) => count)).toEqual([
      1,
      0,
      1,
      0,
      null,
    ]);
  });

  it("[RTG-1 RTG-2] has the newest values of rotated-out storefronts, and the day of the oldest", async () => {
    const { body } = await show(
      {
        6: { seen: { us: allFive(100), de: allFive(50) }, missing: [] },
        7: { seen: { us: allFive(101) }, missing: [], rotatedOut: ["de"] },
        8: { seen: { us: allFive(102) }, missing: [], rotatedOut: ["de"] },
        9: { seen: { us: allFive(103), de: allFive(60) }, missing: [] },
        10: { seen: { us: allFive(104) }, missing: [], rotatedOut: ["de"] },
      },
      "days=5",
    );

    expect(countsOf(body.data)).toEqual([150, 151, 152, 163, 164]);
    expect(body.data.map(({ oldest_date }: { oldest_date: string }) => oldest_date)).toEqual([6, 6, 6, 9, 9].map(date));
    expect(body.data.map((point: Record<string, unknown>) => point.rotated_out_countries)).toEqual([0, 1, 1, 0, 1]);
    expect(body.data.map((point: Record<string, unknown>) => point.unmeasured_countries)).toEqual([0, 0, 0, 0, 0]);
  });

  it("[RTG-3] spreads what a storefront has gained over the days since its last read, as whole ratings", async () => {
    const { body } = await show(
      {
        5: { seen: { us: allFive(100), de: allFive(50) }, missing: [] },
        6: { seen: { us: allFive(110) }, missing: [], rotatedOut: ["de"] },
        7: { seen: { us: allFive(120) }, missing: [], rotatedOut: ["de"] },
        8: { seen: { us: allFive(130), de: allFive(61) }, missing: [] },
        9: { seen: { us: allFive(140) }, missing: [], rotatedOut: ["de"] },
      },
      "days=6",
    );

    expect(gainsOf(body.data)).toEqual([null, 10 + 3, 10 + 4, 10 + 4, 10, null]);
  });

  it("[RTG-3] has no gain that is not known: of one storefront, none after its last read", async () => {
    const days: Days = {
      5: { seen: { us: allFive(100), de: allFive(50) }, missing: [] },
      6: { missing: [], rotatedOut: ["de"] },
      7: { seen: { de: allFive(60) }, missing: [] },
      8: { missing: [], rotatedOut: ["de"] },
    };

    const { body } = await show(days, "days=6&country_codes=de");

    expect(countsOf(body.data)).toEqual([50, 50, 60, 60, null, null]);
    expect(gainsOf(body.data)).toEqual([null, 5, 5, null, null, null]);
  });

  it("[RTG-3] spreads a gain over the days before those that it shows, and shows the part of these alone", async () => {
    const { body } = await show(
      {
        1: { seen: { us: allFive(100), de: allFive(50) }, missing: [] },
        ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9].map((day) => [day, { missing: [], rotatedOut: ["de"] }])),
        10: { seen: { de: allFive(140) }, missing: [] },
      },
      "days=2",
    );

    expect(gainsOf(body.data)).toEqual([10, 10]);
  });

  it("compares with the last measured day before the first that it shows, across days without a measurement", async () => {
    const { body } = await show(
      { 1: { seen: { us: allFive(10) }, missing: [] }, 5: { seen: { us: allFive(14) } }, 9: { missing: [] } },
      "days=2",
    );

    expect(countsOf(body.data)).toEqual([14, null]);
    expect(gainsOf(body.data)).toEqual([4, null]);
  });

  it("counts neither a storefront that the app has left nor its return as ratings gained", async () => {
    const { body } = await show(
      {
        7: { seen: { us: allFive(10), de: allFive(500) }, missing: [] },
        8: { seen: { de: null }, missing: [] },
        9: { seen: { de: allFive(500) }, missing: [] },
        10: { seen: { us: allFive(11) }, missing: [] },
      },
      "days=4",
    );

    expect(countsOf(body.data)).toEqual([510, 10, 510, 511]);
    expect(gainsOf(body.data)).toEqual([null, 0, 0, 1]);
  });

  it("sums the requested storefronts alone, whose days are null where none of them was measured", async () => {
    const days: Days = {
      9: { seen: { us: allFive(10), de: allFive(20), fr: allFive(40) }, missing: [] },
      10: { seen: { us: allFive(11) }, missing: ["de", "fr"] },
    };

    const both = await show(days, "days=2&country_codes=us,de");
    const one = await show(days, "days=2&country_codes[]=DE");

    expect(countsOf(both.body.data)).toEqual([30, 31]);
    expect(countsOf(one.body.data)).toEqual([20, null]);
    expect(one.body.meta.country_codes).toEqual(["de"]);
  });

  it("returns null for a day on which only storefronts without the app were not missing", async () => {
    const { body } = await show(
      { 9: { seen: { us: allFive(10), de: null }, missing: [] }, 10: { missing: ["us"] } },
      "days=2",
    );

    expect(countsOf(body.data)).toEqual([10, null]);
    expect(gainsOf(body.data)).toEqual([null, null]);
    expect(body.data[1].unmeasured_countries).toBeNull();
  });

  it("takes a country that is named twice as one", async () => {
    const { body } = await show({}, "country_codes=us&country_codes=de&country_codes=US");

    expect(body.meta.country_codes).toEqual(["us", "de"]);
  });

  it("returns the global ratings of an app on Google Play, null on a day on which they could not be read", async () => {
    const { body } = await show(
      { 8: { seen: { zz: allFive(10), de: null }, missing: [] }, 9: { missing: ["zz"] }, 10: { missing: [] } },
      "days=3",
      { platform: "android" },
    );

    expect(countsOf(body.data)).toEqual([10, null, 10]);
    expect(body.data[0]).toMatchObject({ rating: 5, unmeasured_countries: 0 });
  });

  it("shows 30 days by default, all of them null for an app that was never synced", async () => {
    const { body } = await show({}, "", { lastSyncedAt: null });

    expect(body.data).toHaveLength(30);
    expect(countsOf(body.data).every((count) => count === null)).toBe(true);
    expect(body.meta).toMatchObject({ from: "2026-03-12", to: "2026-04-10", metrics_as_of: null });
  });

  it("shows at most 365 days", async () => {
    const { body } = await show({}, "days=365");

    expect([body.data.length, body.data[0].date]).toEqual([365, "2025-04-11"]);
    for (const days of ["0", "366", "1.5", "-1", "x"]) {
      const rejected = await show({}, `days=${days}`);
      expect([days, rejected.status, Object.keys(rejected.body.errors)]).toEqual([days, 422, ["days"]]);
    }
  });

  it.each([
    ["an unknown country", "ios", "us,xx", "country_codes.1"],
    ["the sentinel", "ios", "zz", "country_codes.0"],
    ["a country without a storefront", "ios", "us,bd", "country_codes.1"],
    ["any country of Google Play", "android", "us", "country_codes"],
  ] as const)("returns 422 for %s", async (_countries, platform, codes, field) => {
    const { status, body } = await show({}, `country_codes=${codes}`, { platform });

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe.each(["summary", "history", "country-breakdown"])("GET /apps/{platform}/{external_id}/ratings/%s", (read) => {
  it("returns 401 without a token, and the same 404 for an unknown app as for an unknown address", async () => {
    const { api, caller } = await setUp({ now });
    const [unknown, absent] = [
      await api.get(`/apps/ios/1/ratings/${read}`, caller),
      await api.get(`/nothing/ratings/${read}`, caller),
    ];

    expect((await api.get(`/apps/ios/1/ratings/${read}`)).status).toBe(401);
    expect([unknown.status, unknown.text]).toEqual([404, absent.text]);
  });

  it("returns the same bytes to a user who tracks the app and to one who does not", async () => {
    const { db, api, caller } = await setUp({ now });
    const { externalId } = await createRatedApp(db, { 9: { seen: { us: allFive(3) }, missing: [] } });
    const path = `/apps/ios/${externalId}/ratings/${read}`;
    await api.post("/apps", { platform: "ios", external_id: externalId }, caller);
    const { caller: other } = await setUp();

    expect((await api.get(path, caller)).text).toBe((await api.get(path, other)).text);
  });
});
