import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { addListing, addMetrics, addPoint } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createRevised } from "../../support/revised-app.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const inApi = useApi(database);

const TODAY = "2026-03-20";
const setUp = () => inApi({ now: () => new Date(`${TODAY}T12:00:00Z`) });
const on = (day: number) => new Date(Date.UTC(2026, 2, day));

beforeAll(async () => {
  for (const month of ["2025-12-01", "2026-03-01"])
    await createMissingPartitions(database().db, new Date(`${month}T00:00:00Z`));
});

describe("GET /apps/{platform}/{external_id}/listing?at=", () => {
  it.each([
    ["2026-03-04", null],
    ["2026-03-05", "Eins"],
    ["2026-03-09", "Eins"],
    ["2026-03-10", "Drei"],
    ["2026-03-14", "Drei"],
    ["2026-03-15", null],
    [TODAY, null],
  ])("returns what was shown at the end of %s: %s", async (at, title) => {
    const { db, api, caller } = await setUp();
    const { path } = await createRevised(db);

    const { status, body } = await api.get(`${path}?country_code=de&at=${at}`, caller);

    if (title === null) expect([status, body.type]).toEqual([404, "urn:shelfwatch:problem:listing-not-stored"]);
    else expect([status, body.data.title]).toEqual([200, title]);
  });

  it("returns the price of that day in the requested country, and when it was first read", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, path } = await createRevised(db);
    await addMetrics(db, { appId, countryCode: "de", price: 9.99, currency: "EUR" });
    for (const [price, validFrom] of [
      [1.99, new Date("2025-12-30T00:00:00Z")],
      [2.99, on(6)],
      [3.99, on(12)],
    ] as const) {
      await addPoint(db, { appId, countryCode: "de", price, currency: "EUR", validFrom });
      await addPoint(db, { appId, countryCode: "us", price: 0, currency: "USD", validFrom });
    }
    const listingAt = async (at: string) => (await api.get(`${path}?country_code=de&at=${at}`, caller)).body.data;

    expect(await listingAt("2026-03-05")).toMatchObject({
      price: 1.99,
      currency: "EUR",
      metrics_as_of: "2025-12-30T00:00:00Z",
    });
    expect(await listingAt("2026-03-11")).toMatchObject({
      price: 2.99,
      metrics_as_of: "2026-03-06T00:00:00Z",
      texts_as_of: "2026-03-10T23:00:00Z",
      page_as_of: null,
    });
  });

  it("[LST-4] rejects a country in which the app was not available on that day, whatever holds now", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, path } = await createRevised(db);
    await addMetrics(db, { appId, countryCode: "de" });
    await addPoint(db, { appId, countryCode: "de", isAvailable: false, validFrom: on(6) });
    await addPoint(db, { appId, countryCode: "de", validFrom: on(8) });

    const away = await api.get(`${path}?country_code=de&at=2026-03-07`, caller);
    const back = await api.get(`${path}?country_code=de&at=2026-03-08`, caller);

    expect(away.status).toBe(422);
    expect(away.body.errors).toEqual({
      country_code: ["The app was not available on App Store in de on 2026-03-07."],
    });
    expect(back.status).toBe(200);
  });

  it("[MET-2] returns the global price of an Android app", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db, { platform: "android" });
    await addListing(db, { appId: app.id, locale: "de", countryCode: "de" });
    await addPoint(db, { appId: app.id, countryCode: "zz", price: 4.99, currency: "EUR", validFrom: on(1) });

    const { body } = await api.get(
      `/apps/android/${app.externalId}/listing?country_code=de&locale=de&at=2026-03-02`,
      caller,
    );

    expect(body.data).toMatchObject({ price: 4.99, currency: "EUR" });
  });

  it.each([
    ["2026-03-13", "00:30", "private, no-cache, must-revalidate"],
    ["2026-03-12", "00:30", "private, max-age=86400, must-revalidate"],
    ["2026-03-13", "01:30", "private, max-age=86400, must-revalidate"],
  ])("[HTTP-3] lets clients keep that of %s, on 2026-03-14 at %s: %s", async (at, time, expected) => {
    const { db, api, caller } = await inApi({ now: () => new Date(`2026-03-14T${time}:00Z`) });
    const { id: appId, path } = await createRevised(db);
    await addListing(db, { appId, locale: "de-DE", validFrom: on(11), description: "long ".repeat(200) });

    const { headers } = await api.get(`${path}?country_code=de&at=${at}`, caller);

    expect(headers["cache-control"]).toBe(expected);
  });

  it.each(["2026-03-21", "2026-02-30", "yesterday", "0000-01-01"])("rejects the day %s", async (at) => {
    const { db, api, caller } = await setUp();
    const { path } = await createRevised(db);

    const { status, body } = await api.get(`${path}?country_code=de&at=${at}`, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["at"]]);
  });
});
