import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/partitions.ts";
import { addCoverage, addMetrics, addOfferChange, addPoint } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const time = (day: number) => on(day).toISOString().replace(".000", "");

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
    expect(body.data).toEqual([
      { country_code: "cn", is_available: false, since: time(5), as_of: time(8) },
      { country_code: "de", is_available: true, since: time(6), as_of: time(9) },
      { country_code: "us", is_available: true, since: time(1), as_of: time(9) },
    ]);
  });

  it("returns since when a failed first run has found the app missing, however late the first day is covered", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addMetrics(db, { appId, countryCode: "cn", isAvailable: false, observedAt: on(8) });
    await addPoint(db, { appId, countryCode: "cn", isAvailable: false, validFrom: on(1) });
    await addCoverage(db, { appId, day: "2026-03-08" });

    const { body } = await api.get(`/apps/ios/${externalId}/availability`, caller);

    expect(body.data).toEqual([{ country_code: "cn", is_available: false, since: time(1), as_of: time(8) }]);
  });

  it("[MET-2] returns the storefronts that miss an Android app, without the code of its global metrics", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { platform: "android" });
    await addMetrics(db, { appId, countryCode: "zz", price: 0 });
    await addMetrics(db, { appId, countryCode: "de", isAvailable: false, observedAt: on(2) });

    const { body } = await api.get(`/apps/android/${externalId}/availability`, caller);

    expect(body.data).toEqual([{ country_code: "de", is_available: false, since: time(2), as_of: time(2) }]);
  });

  it("returns 404 for an app that is not in the database, and nothing of one without metrics", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    expect((await api.get("/apps/ios/404404/availability", caller)).status).toBe(404);
    expect((await api.get(`/apps/ios/${externalId}/availability`, caller)).body).toEqual({ data: [] });
  });
});
