import { describe, expect, it } from "vitest";

import { appFactChanges, appFacts } from "../../../db/schema/facts.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi(useDatabase());

const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const time = (day: number) => on(day).toISOString().replace(".000", "");
const developer = { address: null, website: "https://paperkite.example/" };

/** A size that has grown once, in the own storefront and once in another, and a developer. */
async function addFacts(db: TestDb, appId: number) {
  const size = { appId, key: "size_bytes", countryCode: "us", isFirst: false } as const;
  await db.insert(appFactChanges).values([
    { ...size, value: 100, validFrom: on(1), isFirst: true },
    { ...size, value: 150, validFrom: on(2), countryCode: "de", isFirst: true },
    { ...size, value: 200, validFrom: on(3) },
    { appId, key: "developer", countryCode: "zz", value: developer, validFrom: on(1), isFirst: true },
  ]);
  await db.insert(appFacts).values({
    appId,
    facts: {
      size_bytes: { value: 200, country_code: "us" },
      developer: { value: developer, country_code: "zz" },
    },
    readOn: { size_bytes: "2026-03-09", developer: "2026-03-08" },
  });
}

describe("GET /apps/{platform}/{external_id}/facts", () => {
  it("[FCT-1] returns each fact with the day on which it was read, and names those that were not", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addFacts(db, appId);

    const { status, body } = await api.get(`/apps/ios/${externalId}/facts`, caller);

    expect(status).toBe(200);
    const shared = { id: expect.any(Number), valid_until: null };
    expect(body.data).toEqual([
      {
        ...shared,
        key: "size_bytes",
        value: 200,
        country_code: "us",
        valid_from: time(3),
        is_first: false,
        has_other_values: true,
        read_on: "2026-03-09",
      },
      {
        ...shared,
        key: "developer",
        value: developer,
        country_code: null,
        valid_from: time(1),
        is_first: true,
        has_other_values: false,
        read_on: "2026-03-08",
      },
    ]);
    expect(body.meta).toMatchObject({ total: 2, not_read: expect.arrayContaining(["name", "ads", "privacy"]) });
    expect(body.meta.not_read).toHaveLength(14);
  });

  it("[FCT-2] returns all values, newest first, with `history=true`", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addFacts(db, appId);

    const { body } = await api.get(`/apps/ios/${externalId}/facts?history=true&key=size_bytes`, caller);

    const shown = body.data.map(({ value, country_code, valid_from, valid_until, is_first, read_on }: Value) => [
      value,
      country_code,
      valid_from,
      valid_until,
      is_first,
      read_on,
    ]);
    expect(shown).toEqual([
      [200, "us", time(3), null, false, "2026-03-09"],
      [150, "de", time(2), null, true, null],
      [100, "us", time(1), time(3), true, null],
    ]);
    expect(body.meta).toMatchObject({ total: 3, per_page: 100, not_read: [] });
  });

  it("[FCT-2] pages through the history without a gap, also while values are added", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    await addFacts(db, appId);

    const first = await api.get(`/apps/ios/${externalId}/facts?history=true&per_page=3`, caller);
    const newer = { appId, key: "ads", countryCode: "zz", value: true, validFrom: on(9), isFirst: true } as const;
    await db.insert(appFactChanges).values(newer);
    const second = await api.get(first.body.links.next.replace("/api/v1", ""), caller);

    const ids = [...first.body.data, ...second.body.data].map(({ id }: { readonly id: number }) => id);
    expect(first.body.data).toHaveLength(3);
    expect(second.body.data).toHaveLength(1);
    expect(new Set(ids).size).toBe(4);
    expect(second.body.links.next).toBeNull();
  });

  it("[FCT-4] shows the present value with the names of the last read, in the history too", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db);
    const [before, now] = ["Games", "Spiele"].map((name) => ({ id: "6014", name }));
    await db.insert(appFactChanges).values({
      appId,
      key: "category",
      countryCode: "zz",
      value: before,
      validFrom: on(1),
      isFirst: true,
    });
    const facts = { category: { value: now, country_code: "zz" } };
    await db.insert(appFacts).values({ appId, facts, readOn: { category: "2026-03-09" } });

    for (const history of [true, false] as const) {
      const { body } = await api.get(`/apps/ios/${externalId}/facts?history=${history}`, caller);
      expect(body.data).toMatchObject([{ key: "category", value: now, read_on: "2026-03-09" }]);
    }
  });

  it("returns nothing for an app of which no fact was read", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    const { body } = await api.get(`/apps/ios/${externalId}/facts`, caller);
    const history = await api.get(`/apps/ios/${externalId}/facts?history=true&key=name`, caller);

    expect(body.data).toEqual([]);
    expect(body.meta.not_read).toHaveLength(16);
    expect(history.body).toMatchObject({ data: [], meta: { total: 0, not_read: ["name"] } });
  });

  it("returns 422 for an unknown fact, 404 for an unknown app and 401 without a token", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    expect((await api.get(`/apps/ios/${externalId}/facts?key=colour`, caller)).status).toBe(422);
    expect((await api.get("/apps/ios/404404/facts", caller)).status).toBe(404);
    expect((await api.get("/apps/ios/404404/facts?history=true", caller)).status).toBe(404);
    expect((await api.get(`/apps/ios/${externalId}/facts`)).status).toBe(401);
  });
});

type Value = {
  readonly value: unknown;
  readonly country_code: string | null;
  readonly valid_from: string;
  readonly valid_until: string | null;
  readonly is_first: boolean;
  readonly read_on: string | null;
};
