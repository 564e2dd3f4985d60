import { describe, expect, it } from "vitest";

import { apps } from "../../db/schema/apps.ts";
import type { Caller } from "../support/api.ts";
import { track } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { createApp, createPublisher } from "../support/factories.ts";
import { useApi } from "../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

/** A caller who tracks this many apps. */
async function tracking(count: number) {
  const { db, api, caller } = await setUp();
  const publisher = await createPublisher(db);
  for (let index = 0; index < count; index += 1) {
    const iconUrl = `https://images.example/${crypto.randomUUID()}/512x512bb.jpg`;
    const app = await createApp(db, { publisherId: publisher.id, iconUrl, lastSyncedAt: new Date() });
    await track(db, { userId: caller.user.id, appId: app.id });
  }
  const get = (path: string, headers: Record<string, string> = {}, { token }: Pick<Caller, "token"> = caller) =>
    api.request({ method: "GET", path, token, headers });
  return { db, api, caller, get };
}

describe("a read that the client has seen", () => {
  it("[HTTP-1] is 304 until something changes, and counts as a request", async () => {
    const { db, get } = await tracking(2);
    const first = await get("/apps");
    const known = { "if-none-match": String(first.headers.etag) };

    const again = await get("/apps", known);
    await db.update(apps).set({ name: "Renamed" });
    const changed = await get("/apps", known);

    expect([first.status, again.status, changed.status]).toEqual([200, 304, 200]);
    expect([again.text, again.headers.etag]).toEqual([undefined, first.headers.etag]);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
    const remaining = [first, again, changed].map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
    expect(remaining).toEqual([0, 1, 2].map((requests) => Number(remaining[0]) - requests));
  });

  it("[HTTP-1] is rejected as any other without a token, to which it says nothing of the body", async () => {
    const { get } = await tracking(2);

    const rejected = await get("/apps", { "if-none-match": "*" }, { token: "1|none" });

    expect([rejected.status, rejected.headers["cache-control"]]).toEqual([401, "no-store"]);
    expect(rejected.headers).not.toHaveProperty("etag");
  });

  it("is sent anew where a store responds while the client waits", async () => {
    const { get } = await tracking(0);

    const { status, headers } = await get("/apps/search?platform=ios&term=weather", { "if-none-match": "*" });

    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  });
});

describe("a client that accepts gzip", () => {
  it("[HTTP-2] gets the same 50 apps in at most a quarter of the bytes", async () => {
    const { get } = await tracking(50);

    const identity = await get("/apps?per_page=50");
    const gzip = await get("/apps?per_page=50", { "accept-encoding": "gzip, deflate, br" });

    expect(gzip.headers).toMatchObject({ "content-encoding": "gzip", etag: identity.headers.etag });
    expect(gzip.text).toBe(identity.text);
    expect(gzip.sentBytes).toBeLessThan(identity.sentBytes / 4);
  });

  it("[HTTP-2] gets a new token as it is", async () => {
    const { api, caller } = await setUp();
    const { token } = caller;
    const headers = { "accept-encoding": "gzip" };
    const body = { name: "漢".repeat(255) };

    const created = await api.request({ method: "POST", path: "/account/api-tokens", token, headers, body });

    expect([created.status, created.headers["cache-control"]]).toEqual([201, "no-store"]);
    expect(created.headers).not.toHaveProperty("content-encoding");
  });
});
