import { describe, expect, it } from "vitest";

import { feeds } from "../../../db/schema/feeds.ts";
import { FEEDS_MAX } from "../../../lib/domain/feed.ts";
import { createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const mine = { name: "My apps", scope: { kind: "mine" } };

describe("POST /feeds", () => {
  it("[FED-1] returns one secret at two addresses, and stores its digest alone", async () => {
    const { db, api, caller } = await setUp();

    const { status, body, headers } = await api.request({
      ...{ method: "POST", path: "/feeds", body: mine, token: caller.token },
      headers: { "x-forwarded-proto": "https" },
    });

    expect(status).toBe(201);
    const [, secret = ""] = /^https:\/\/api\.example\/feeds\/([\w-]{43})\.atom$/.exec(body.data.url) ?? [];
    expect(body.data).toEqual({
      id: expect.any(Number),
      url: `https://api.example/feeds/${secret}.atom`,
      json_url: `https://api.example/feeds/${secret}.json`,
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(JSON.stringify(await db.select().from(feeds))).not.toContain(secret);
    const [{ count } = { count: -1 }] = await database().sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM feeds WHERE secret_sha256 = sha256(${secret})`;
    expect(count).toBe(1);
  });

  it("[FED-2] accepts an app that the caller tracks or compares", async () => {
    const { db, api, caller } = await setUp();
    const tracked = await createTracked(db, caller.user.id);
    const rival = await createCompetitor(db, caller.user.id, tracked);

    for (const { platform, externalId } of nonEmpty([tracked, rival])) {
      const scope = { kind: "app", app: { platform, external_id: externalId } };
      expect((await api.post("/feeds", { name: "App", scope }, caller)).status).toBe(201);
    }
  });

  it("[FED-2] rejects an app that the caller does not follow, also if another user does", async () => {
    const { db, api, caller } = await setUp();
    const app = await createTracked(db, (await createCaller(db)).user.id);
    const unknown = await createApp(db);

    for (const { platform, externalId } of nonEmpty([app, unknown])) {
      const scope = { kind: "app", app: { platform, external_id: externalId } };
      const { status, body } = await api.post("/feeds", { name: "App", scope }, caller);
      expect([status, Object.keys(body.errors)]).toEqual([422, ["scope.app"]]);
    }
  });

  it.each([
    { name: "no name", body: { scope: mine.scope }, field: "name" },
    { name: "a blank name", body: { ...mine, name: " " }, field: "name" },
    { name: "a name of 81 characters", body: { ...mine, name: "a".repeat(81) }, field: "name" },
    { name: "no scope", body: { name: "Feed" }, field: "scope" },
    { name: "an unknown kind", body: { name: "Feed", scope: { kind: "all" } }, field: "scope.kind" },
    { name: "no app", body: { name: "Feed", scope: { kind: "app" } }, field: "scope.app" },
    {
      name: "an app in a feed of all tracked apps",
      body: { name: "Feed", scope: { kind: "mine", app: { platform: "ios", external_id: "1" } } },
      field: "scope.app",
    },
  ])("[FED-2] rejects $name", async ({ body: sent, field }) => {
    const { api, caller } = await setUp();

    const { status, body } = await api.post("/feeds", sent, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("[FED-3] adds at most 20 feeds of a user, also by requests at the same time", async () => {
    const { api, caller } = await setUp();

    const responses = await Promise.all(Array.from({ length: FEEDS_MAX + 5 }, () => api.post("/feeds", mine, caller)));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(FEEDS_MAX);
    const rejected = responses.filter(({ status }) => status === 422);
    expect(rejected).toHaveLength(5);
    const deleted = responses.find(({ status }) => status === 201)?.body.data.id;
    await api.delete(`/feeds/${deleted}`, caller);
    expect((await api.post("/feeds", mine, caller)).status).toBe(201);
  });

  it("requires a token that may write", async () => {
    const { db, api } = await setUp();
    const reader = await createCaller(db, ["read"]);

    expect((await api.post("/feeds", mine)).status).toBe(401);
    expect((await api.post("/feeds", mine, reader)).status).toBe(403);
  });
});
