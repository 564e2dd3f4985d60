import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { addCoverage, addMetrics, addOfferChange, addPoint } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const time = (day: number) => on(day).toISOString().replace(".000", "");

beforeAll(() => createMissingPartitions(database().db, on(1)));

describe("GET /apps/{platform}/{external_id}/prices", () => {
  it("returns the prices of each storefront, newest first", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { lastSyncedAt: on(9) });
    await addCoverage(db, { appId, day: "2026-03-09" });
    await addCoverage(db, { appId, day: "2026-03-01" });
    await addPoint(db, { appId, countryCode: "de", validFrom: on(1) });
    await addPoint(db, { appId, countryCode: "de", price: 1, currency: "EUR", validFrom: on(2) });
    await addPoint(db, { appId, countryCode: "us", price: 0, currency: "USD", validFrom: on(1) });
    await addPoint(db, { appId, countryCode: "cn", isAvailable: false, validFrom: on(1) });
    for (const countryCode of ["de", "us", "cn"]) await addMetrics(db, { appId, countryCode });
    const change = { appId, countryCode: "de", oldCurrency: "EUR", newCurrency: "EUR" };
    await addOfferChange(db, { ...change, oldPrice: 1, newPrice: 2, detectedAt: on(4) });
    await addOfferChange(db, { ...change, oldPrice: 2, newPrice: 3, detectedAt: on(6) });

    const all = await api.get(`/apps/ios/${externalId}/prices`, caller);
    const one = await api.get(`/apps/ios/${externalId}/prices?country_code=US`, caller);

    expect(all.body.data).toEqual([
      {
        country_code: "de",
        as_of: time(9),
        periods: [
          { price: 3, currency: "EUR", since: time(6), until: null },
          { price: 2, currency: "EUR", since: time(4), until: time(6) },
          { price: 1, currency: "EUR", since: time(2), until: time(4) },
        ],
        has_older: false,
      },
      {
        country_code: "us",
        as_of: time(9),
        periods: [{ price: 0, currency: "USD", since: time(1), until: null }],
        has_older: false,
      },
    ]);
    expect(one.body.data).toEqual(all.body.data.slice(1));
  });

  it("returns prices that a failed first run has stored, however late the first day is covered", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { lastSyncedAt: on(8) });
    await addMetrics(db, { appId, countryCode: "us" });
    await addPoint(db, { appId, countryCode: "us", price: 2, currency: "USD", validFrom: on(1) });
    await addCoverage(db, { appId, day: "2026-03-08" });

    const { body } = await api.get(`/apps/ios/${externalId}/prices`, caller);

    expect(body.data).toMatchObject([
      { country_code: "us", periods: [{ price: 2, currency: "USD", since: time(1), until: null }] },
    ]);
  });

  it("begins the oldest period on the day of the first price, though ratings have changed since", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addMetrics(db, { appId, countryCode: "us" });
    const price = { appId, countryCode: "us", price: 2, currency: "USD" };
    for (const day of [3, 5, 8]) await addPoint(db, { ...price, ratingCount: day, validFrom: on(day) });

    const { body } = await api.get(`/apps/ios/${externalId}/prices`, caller);

    expect(body.data[0].periods).toEqual([{ price: 2, currency: "USD", since: time(3), until: null }]);
  });

  it("[MET-2 AVL-3] returns the one price of an Android app for every country, with the one that it was read in", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { platform: "android" });
    await addMetrics(db, { appId, countryCode: "zz", price: 2, priceCountryCode: "fr" });
    await addPoint(db, { appId, countryCode: "zz", price: 2, currency: "EUR", validFrom: on(1) });

    const all = await api.get(`/apps/android/${externalId}/prices`, caller);
    const german = await api.get(`/apps/android/${externalId}/prices?country_code=de`, caller);

    expect(all.body.data).toMatchObject([{ country_code: "fr", periods: [{ price: 2, currency: "EUR" }] }]);
    expect(german.body).toEqual(all.body);
  });

  it("returns the newest prices where there are many, and says so", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addMetrics(db, { appId, countryCode: "us" });
    await addPoint(db, { appId, countryCode: "us", price: 0, validFrom: on(0) });
    for (let day = 1; day <= 51; day += 1)
      await addOfferChange(db, { appId, countryCode: "us", oldPrice: day - 1, newPrice: day, detectedAt: on(day) });

    const cut = (await api.get(`/apps/ios/${externalId}/prices`, caller)).body.data[0];
    const whole = (await api.get(`/apps/ios/${externalId}/prices?country_code=us`, caller)).body.data[0];

    expect([cut.periods.length, cut.periods.at(-1).price, cut.has_older]).toEqual([50, 2, true]);
    expect([whole.periods.length, whole.periods.at(-1).price, whole.has_older]).toEqual([52, 0, false]);
  });

  it.each(["xx", "zz", "usa"])("rejects the country %s", async (code) => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    const { status, body } = await api.get(`/apps/ios/${externalId}/prices?country_code=${code}`, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["country_code"]]);
  });

  it("returns 404 for an app that is not in the database, and nothing of one without metrics", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    expect((await api.get("/apps/ios/404404/prices", caller)).status).toBe(404);
    expect((await api.get(`/apps/ios/${externalId}/prices`, caller)).body).toEqual({ data: [] });
  });
});
