import { beforeAll, describe, expect, it } from "vitest";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { addCoverage, addMetrics, addOfferChange, addPoint } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const time = (day: number) => on(day).toISOString().replace(".000", "");

type Availability = { country_code: string; is_available: boolean | null; since: string | null; as_of: string | null };

const isRead = ({ is_available, since, as_of }: Availability) => [is_available, since, as_of].some((it) => it !== null);

beforeAll(() => createMissingPartitions(database().db, on(1)));

describe("GET /apps/{platform}/{external_id}/availability", () => {
  it("returns each storefront with since when it has, or has not, the app", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { lastSyncedAt: on(9) });
    await addCoverage(db, { appId, day: "2026-03-01" });
    await addCoverage(db, { appId, day: "2026-03-09" });
    for (const countryCode of ["us", "de", "cn"]) await addPoint(db, { appId, countryCode, validFrom: on(1) });
    await addPoint(db, { appId, countryCode: "us", ratingCount: 7, validFrom: on(4) });
    await addMetrics(db, { appId, countryCode: "us", observedAt: on(4) });
    await addMetrics(db, { appId, countryCode: "de", observedAt: on(6) });
    await addOfferChange(db, { appId, countryCode: "de", isAvailable: false, detectedAt: on(3) });
    await addOfferChange(db, { appId, countryCode: "de", isAvailable: true, detectedAt: on(6) });
    await addMetrics(db, { appId, countryCode: "cn", isAvailable: false, observedAt: on(8) });
    await addOfferChange(db, { appId, countryCode: "cn", isAvailable: false, detectedAt: on(5) });

    const { status, body } = await api.get(`/apps/ios/${externalId}/availability`, caller);

    expect(status).toBe(200);
    expect(body.data.filter(isRead)).toEqual([
      { country_code: "cn", is_available: false, since: time(5), as_of: time(8) },
      { country_code: "de", is_available: true, since: time(6), as_of: time(9) },
      { country_code: "us", is_available: true, since: time(1), as_of: time(9) },
    ]);
  });

  it("returns the day on which a failed first run missed the app, however late the first covered day is", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addMetrics(db, { appId, countryCode: "cn", isAvailable: false, observedAt: on(8) });
    await addPoint(db, { appId, countryCode: "cn", isAvailable: false, validFrom: on(1) });
    await addCoverage(db, { appId, day: "2026-03-08" });

    const { body } = await api.get(`/apps/ios/${externalId}/availability`, caller);

    expect(body.data.filter(isRead)).toEqual([
      { country_code: "cn", is_available: false, since: time(1), as_of: time(8) },
    ]);
  });

  it.each(platforms)(
    "[AVL-1] returns each storefront of %s, those that were never read without a state",
    async (platform) => {
      const { db, api, caller } = await setUp();
      const { id: appId, externalId } = await createApp(db, { platform });
      const unread = { is_available: null, since: null, as_of: null };
      const path = `/apps/${platform}/${externalId}/availability`;
      const codes = storefrontCodes(countries, platform).toSorted();

      const never = await api.get(path, caller);
      await addMetrics(db, { appId, countryCode: "de", isAvailable: false, observedAt: on(2) });
      const { body } = await api.get(path, caller);

      expect(never.body.data).toEqual(codes.map((code) => ({ country_code: code, ...unread })));
      expect(body.data).toHaveLength(codes.length);
      expect(body.data.filter(isRead)).toEqual([
        { country_code: "de", is_available: false, since: time(2), as_of: time(2) },
      ]);
    },
  );

  it("[MET-2 AVL-1] returns when each storefront of an Android app was last read, but for its metrics'", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { platform: "android", lastSyncedAt: on(9) });
    await addCoverage(db, { appId, day: "2026-03-09" });
    await addMetrics(db, { appId, countryCode: "zz", price: 0, observedAt: on(9) });
    for (const [countryCode, lastRead] of [
      ["us", 9],
      ["de", 5],
    ] as const) {
      await addMetrics(db, { appId, countryCode, observedAt: on(lastRead) });
      await addPoint(db, { appId, countryCode, validFrom: on(1) });
    }
    await addMetrics(db, { appId, countryCode: "fr", isAvailable: true, observedAt: on(6) });
    await addPoint(db, { appId, countryCode: "fr", isAvailable: false, validFrom: on(3) });
    await addOfferChange(db, { appId, countryCode: "fr", isAvailable: true, detectedAt: on(6) });

    const { body } = await api.get(`/apps/android/${externalId}/availability`, caller);

    expect(body.data.filter(isRead)).toEqual([
      { country_code: "de", is_available: true, since: time(1), as_of: time(5) },
      { country_code: "fr", is_available: true, since: time(6), as_of: time(6) },
      { country_code: "us", is_available: true, since: time(1), as_of: time(9) },
    ]);
  });

  it("returns 404 for an app that is not in the database", async () => {
    const { api, caller } = await setUp();

    expect((await api.get("/apps/ios/404404/availability", caller)).status).toBe(404);
  });
});
