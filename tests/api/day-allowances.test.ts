import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";

import { dayAllowances } from "../../db/schema/accounts.ts";
import { createApi, createCaller } from "../support/api.ts";
import { useClockedDatabase } from "../support/database.ts";
import { emptyTables } from "../support/empty-tables.ts";
import { createApp, createPublisher } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { withoutLiveLimits } from "../support/stage-settings.ts";

const database = useClockedDatabase();
beforeEach(() => emptyTables(database().db, dayAllowances));

const DAY_SECONDS = 86_400;

let publisherId = 1_000;

async function createWorld(allowances = { store_requests: 3, syncs: 2 }) {
  const { db } = database();
  const api = createApi(db, {
    ...withoutLiveLimits,
    now: db.clock.now,
    requestsPerMinute: 1_000,
    dayAllowances: allowances,
  });
  const caller = await createCaller(db);
  const publisher = await createPublisher(db, { platform: "ios", externalId: String(publisherId++) });
  const app = await createApp(db, { platform: "ios", publisherId: publisher.id });
  const search = (term: string = randomUUID()) => api.get(`/apps/search?platform=ios&term=${term}`, caller);
  const searchPublishers = () => api.get(`/publishers/search?platform=ios&term=${randomUUID()}`, caller);
  const listStoreApps = () => api.get(`/publishers/ios/${publisher.externalId}/store-apps`, caller);
  const sync = (externalId = app.externalId) => api.post(`/apps/ios/${externalId}/sync`, undefined, caller);
  return { db, api, caller, app, publisher, search, searchPublishers, listStoreApps, sync };
}

describe("a user's allowance of a day", () => {
  it("[LIM-5] is one of searches of apps and of publishers and of lists of a publisher's apps together", async () => {
    const { search, searchPublishers, listStoreApps } = await createWorld();
    for (const request of [search, searchPublishers, listStoreApps]) expect((await request()).status).toBe(200);

    for (const request of [search, searchPublishers, listStoreApps]) expect((await request()).status).toBe(429);
  });

  it("[LIM-5] of requested syncs is one of its own", async () => {
    const { search, sync } = await createWorld();
    for (let request = 0; request < 2; request += 1) expect((await sync()).status).toBe(202);

    expect((await sync()).status).toBe(429);
    expect((await search()).status).toBe(200);
  });

  it.each([
    ["store_requests", "searches, suggestions and lists of a publisher's apps", 3],
    ["syncs", "requested syncs", 2],
  ] as const)(
    "[LIM-6] returns, once %s is used up, 429 with Retry-After and a problem that names it",
    async (...row) => {
      const [allowance, requests, allowed] = row;
      const { db, search, sync } = await createWorld();
      const request = { store_requests: search, syncs: sync }[allowance];
      for (let used = 0; used < allowed; used += 1) await request();

      const { status, headers, body } = await request();

      const midnight = Math.ceil((db.clock.ms() + 1) / (DAY_SECONDS * 1_000)) * DAY_SECONDS;
      expect(status).toBe(429);
      expect(body).toMatchObject({
        type: "urn:shelfwatch:problem:rate-limited",
        detail: `The limit of ${allowed} ${requests} per day (UTC) is reached.`,
        allowance,
      });
      expect(Number(headers["retry-after"])).toBe(Math.ceil(midnight - db.clock.ms() / 1_000));
      expect(headers).toMatchObject({
        "x-ratelimit-limit": String(allowed),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(midnight),
      });
    },
  );

  it("[LIM-5] is whole again with the next day in UTC", async () => {
    const { db, sync } = await createWorld();
    for (let request = 0; request < 3; request += 1) await sync();
    const midnight = (Math.floor(db.clock.ms() / 86_400_000) + 1) * 86_400_000;

    await db.clock.moveTo(midnight - 1_000);
    expect((await sync()).status).toBe(429);
    await db.clock.moveTo(midnight);

    expect((await sync()).status).toBe(202);
    expect((await sync()).status).toBe(202);
    expect((await sync()).status).toBe(429);
  });

  it("[LIM-5] is that of one user", async () => {
    const { api, db, search } = await createWorld();
    for (let request = 0; request < 4; request += 1) await search();

    const other = await api.get("/apps/search?platform=ios&term=notes", await createCaller(db));

    expect(other.status).toBe(200);
  });

  it("[LIM-5] counts no request that fails", async () => {
    const { api, search, searchPublishers, sync } = await createWorld({ store_requests: 1, syncs: 1 });
    api.stores.ios.scriptSearch("broken", "us", storeFailure("http_5xx"));

    expect((await search("broken")).status).toBe(502);
    expect((await search("x")).status).toBe(422);
    expect((await searchPublishers()).status).toBe(200);
    expect((await sync("404404")).status).toBe(404);
    expect((await sync()).status).toBe(202);
  });

  it("[LIM-5] is counted exactly for simultaneous requests", async () => {
    const { search } = await createWorld();

    const responses = await Promise.all(Array.from({ length: 12 }, () => search()));

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it("[LIM-7] fails no POST of an app, no track and no import", async () => {
    const { api, caller, app, publisher, search, sync } = await createWorld({ store_requests: 1, syncs: 1 });
    for (const request of [search, sync]) {
      await request();
      expect((await request()).status).toBe(429);
    }

    const register = { platform: app.platform, external_id: app.externalId };
    expect((await api.post("/apps", register, caller)).status).toBe(201);
    expect((await api.post(`/apps/ios/${app.externalId}/track`, undefined, caller)).status).toBeLessThan(300);
    const path = `/publishers/ios/${publisher.externalId}/import`;
    expect((await api.post(path, { external_ids: [app.externalId] }, caller)).status).toBe(202);
  });
});
