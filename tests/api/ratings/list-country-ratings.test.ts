import { describe, expect, it } from "vitest";

import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import { useApi } from "../../support/use-api.ts";
import { createRatedApp, now, shown } from "./rated-app.ts";

const setUp = useApi();

type CountryRating = { country_code: string; is_available: boolean | null };

async function list(days: Parameters<typeof createRatedApp>[1], app: Parameters<typeof createRatedApp>[2] = {}) {
  const { db, api, caller } = await setUp({ now });
  const { platform, externalId } = await createRatedApp(db, days, app);
  return api.get(`/apps/${platform}/${externalId}/ratings/country-breakdown`, caller);
}

describe("GET /apps/{platform}/{external_id}/ratings/country-breakdown", () => {
  it("[IOS-11] returns the ratings of each storefront by its code, with the time at which they were last read", async () => {
    const { status, body } = await list({
      8: {
        seen: { us: { rating: 4, count: 3, stars: [0, 0, 1, 1, 1] }, de: { rating: null, count: 0 }, cn: null },
        missing: [],
      },
      10: { missing: ["us"] },
    });

    expect(status).toBe(200);
    expect({ ...body, data: body.data.filter(({ is_available }: CountryRating) => is_available !== null) }).toEqual({
      data: [
        {
          country_code: "cn",
          rating: null,
          rating_count: null,
          breakdown: null,
          breakdown_as_of: null,
          is_available: false,
          metrics_as_of: "2026-04-08T06:00:00Z",
        },
        {
          country_code: "de",
          rating: null,
          rating_count: 0,
          breakdown: null,
          breakdown_as_of: null,
          is_available: true,
          metrics_as_of: "2026-04-10T12:00:00Z",
        },
        {
          country_code: "us",
          rating: 4,
          rating_count: 3,
          breakdown: shown(0, 0, 1, 1, 1),
          breakdown_as_of: "2026-04-08T06:00:00Z",
          is_available: true,
          metrics_as_of: "2026-04-08T06:00:00Z",
        },
      ],
      meta: { supported: true, message: null },
    });
  });

  it("[AND-10] says that Google Play has none, whatever is stored of countries", async () => {
    const { body } = await list(
      { 8: { seen: { zz: { rating: 4, count: 3 }, de: null }, missing: [] } },
      { platform: "android" },
    );

    expect(body).toEqual({ data: [], meta: { supported: false, message: "Google Play has no ratings by country." } });
  });

  it("[AVL-1] returns each storefront, those that were never read without a value and without a state", async () => {
    const unread = { is_available: null, rating: null, rating_count: null, metrics_as_of: null };
    const codes = storefrontCodes(countries, "ios").toSorted();

    const { body: never } = await list({}, { lastSyncedAt: null });
    const { body } = await list({ 8: { seen: { us: { rating: 4, count: 3 } }, missing: [] } });

    expect(never).toMatchObject({
      data: codes.map((code) => ({ country_code: code, ...unread, breakdown: null, breakdown_as_of: null })),
      meta: { supported: true },
    });
    expect(body.data.map(({ country_code }: CountryRating) => country_code)).toEqual(codes);
    expect(body.data.filter(({ is_available }: CountryRating) => is_available === null)).toHaveLength(codes.length - 1);
  });
});
