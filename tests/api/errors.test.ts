import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { insertSavedView } from "../../db/queries/accounts/saved-views.ts";
import { insertFeed } from "../../db/queries/apps/feeds.ts";
import { insertNote } from "../../db/queries/apps/notes.ts";
import { insertAppTag, insertTag } from "../../db/queries/apps/tags.ts";
import { insertTest } from "../../db/queries/webhooks/deliveries.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { endpoints } from "../../functions/endpoints.ts";
import { hashSecret } from "../../lib/auth/access-token.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import { type ApiResponse, type Caller, createApi, createCaller, issueToken } from "../support/api.ts";
import { addChange, addCompetitor } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { addEvent } from "../support/events.ts";
import { createApp } from "../support/factories.ts";
import { storeFailure } from "../support/fake-store-records.ts";
import { createTracked } from "../support/followed-apps.ts";
import { addTerm, trackTerm } from "../support/keyword-results.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { refillBuckets, useApi } from "../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);
beforeEach(() => refillBuckets(database().db));

type Api = ReturnType<typeof createApi>;

const search = "/apps/search?platform=ios&term=";
const asText = (caller: Caller) => ({ token: caller.token, headers: { "content-type": "text/plain" } });

/** One way to each rejection, as the contract names it. */
const rejections: readonly (readonly [number, string, (api: Api, caller: Caller) => Promise<ApiResponse>])[] = [
  [400, "malformed-body", (api, caller) => api.post("/apps", "{ not json", caller)],
  [401, "unauthenticated", (api) => api.get("/apps")],
  [403, "forbidden", async (api) => api.post("/apps", {}, await createCaller(database().db, ["read"]))],
  [404, "not-found", (api, caller) => api.get("/apps/ios/unknown", caller)],
  [405, "method-not-allowed", (api) => api.request({ method: "PUT", path: "/apps" })],
  [409, "conflict", addTwice],
  [413, "body-too-large", (api, caller) => api.post("/apps", " ".repeat(256 * 1024 + 1), caller)],
  [
    415,
    "unsupported-media-type",
    (api, caller) => api.request({ method: "POST", path: "/apps", body: "{}", ...asText(caller) }),
  ],
  [422, "invalid-input", (api, caller) => api.post("/apps", {}, caller)],
  [502, "store-failed", (api, caller) => api.get(`${search}rejected`, caller)],
  [503, "store-unavailable", (api, caller) => api.get(`${search}throttled`, caller)],
  [504, "store-timed-out", (api, caller) => api.get(`${search}late`, caller)],
];

async function addTwice(api: Api, caller: Caller): Promise<ApiResponse> {
  const [app, rival] = [await createApp(database().db), await createApp(database().db)];
  const add = () => api.post(`/apps/ios/${app.externalId}/competitors`, { competitor_app_id: rival.id }, caller);
  await add();
  return add();
}

function createFailingApi(): Api {
  const api = createApi(database().db);
  api.stores.ios.scriptSearch("rejected", "us", storeFailure("http_5xx", { status: 500 }));
  api.stores.ios.scriptSearch("throttled", "us", storeFailure("http_429", { status: 429, retryAfterSeconds: 30 }));
  api.stores.ios.scriptSearch("late", "us", storeFailure("timeout"));
  return api;
}

describe("an error response", () => {
  it.each(rejections)(
    "[SVC-5 ERR-1] of status %i has the shape of RFC 9457 and the type %s",
    async (status, type, send) => {
      const response = await send(createFailingApi(), await createCaller(database().db));

      expect(response.status).toBe(status);
      expect(response.headers["content-type"]).toBe("application/problem+json");
      const { errors, ...problem } = response.body;
      expect(problem).toEqual({
        type: `urn:shelfwatch:problem:${type}`,
        title: STATUS_CODES[status],
        status,
        detail: expect.stringMatching(/^[A-Z].*\.$/),
      });
      expect(errors === undefined).toBe(status !== 422);
    },
  );

  it.each(rejections)(
    "[ERR-16] of status %i contains no stack, class, SQL or token: %s",
    async (_status, _type, send) => {
      const caller = await createCaller(database().db);

      const { text, headers } = await send(createFailingApi(), caller);

      const sent = text + JSON.stringify(headers);
      expect(sent).not.toMatch(/node_modules|\.ts:\d|at .*\(|[A-Z]\w+Error|select |insert |\$\d/);
      expect(sent).not.toContain(caller.token.split("|")[1]);
    },
  );
});

describe("a store that fails", () => {
  it.each([
    ["rejected", "App Store returned a response that cannot be used."],
    ["throttled", "App Store rejects requests at the moment."],
    ["late", "App Store did not respond in time."],
  ])("[ERR-18] is named with its failure: %s", async (term, detail) => {
    const { body } = await createFailingApi().get(search + term, await createCaller(database().db));

    expect(body.detail).toBe(detail);
  });
});

describe("an invalid field", () => {
  it("[ERR-14] is returned with messages that say what is wrong", async () => {
    const { api, caller } = await setUp();
    const { body } = await api.post("/apps", { platform: 5 }, caller);

    expect(body.errors).toEqual({
      platform: ["The selected platform is invalid."],
      external_id: ["The external id field is required."],
    });
  });

  it.each([
    ["NUL", "Ada\u0000"],
    ["half a surrogate pair", "Ada\ud800"],
    ["the other half of one", "\udc00Ada"],
  ])("[ERR-13] may contain %s in its text", async (_what, name) => {
    const { api } = await setUp();
    const account = { email: "ada@example.com", password: "correct horse", password_confirmation: "correct horse" };
    const { status, body } = await api.request({
      method: "POST",
      path: "/auth/register",
      body: { ...account, name },
      sourceIp: crypto.randomUUID(),
    });

    expect(status).toBe(422);
    expect(body.errors).toEqual({ name: ["Text must be valid Unicode without NUL."] });
  });
});

describe("a missing resource", () => {
  it("[ERR-8] returns the same bytes for a missing route, platform, app, publisher or competitor link", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);
    const paths = [
      "/nowhere",
      "/apps/windows/1",
      "/apps/ios/unknown",
      "/apps/ios/unknown/sync-status",
      `/apps/android/${externalId}`,
      "/apps/ios/%00",
      "/apps/ios/unknown/listing?country_code=us",
      "/publishers/ios/1",
      `/apps/ios/${externalId}/nothing`,
    ];

    const texts = [];
    for (const path of paths) {
      const { status, text } = await api.get(path, caller);
      expect([path, status]).toEqual([path, 404]);
      texts.push(text);
    }
    const link = await api.delete(`/apps/ios/${externalId}/competitors/2147483647`, caller);

    expect(link.status).toBe(404);
    expect(new Set([...texts, link.text]).size).toBe(1);
  });
});

/** Fields that name what all users share. */
const sharedIds = new Set([
  ...["external_id", "external_ids", "exclude_external_ids", "competitor_app_id", "competitor_external_id"],
  ...["category_id", "version_id", "version_ids", "after_id"],
  // A note is about any known app.
  ...["createNote app_id", "updateNote app_id"],
]);

type Named = {
  readonly method: "GET" | "DELETE" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly body?: Readonly<Record<string, string>>;
};

const get = (path: string): Named => ({ method: "GET", path });
const remove = (path: string): Named => ({ method: "DELETE", path });
const post = (path: string): Named => ({ method: "POST", path });

const SERIES = "from=2026-03-01&to=2026-03-02";

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** How a request names a row of a user, by the operation and the field. */
const requestsByField: Readonly<Record<string, (app: string, id: number) => Named>> = {
  "removeCompetitor competitor_id": (app, id) => remove(`${app}/competitors/${id}`),
  "revokeApiToken token_id": (_app, id) => remove(`/account/api-tokens/${id}`),
  "compareKeywords app_ids": (app, id) => get(`${app}/keywords/compare?app_ids=${id}`),
  "untrackKeyword keyword_id": (app, id) => remove(`${app}/tracked-keywords/${id}`),
  "showKeywordResults keyword_id": (_app, id) => get(`/keywords/${id}/results`),
  "listKeywordRanks keyword_ids": (app, id) => get(`${app}/keyword-ranks?keyword_ids=${id}&${SERIES}`),
  "listKeywordRanks app_ids": (app, id) => get(`${app}/keyword-ranks?keyword_ids=1&app_ids=${id}&${SERIES}`),
  "compareKeywordRanks app_ids": (app, id) => get(`${app}/keyword-ranks/compare?app_ids=${id}`),
  "listKeywordGaps app_ids": (app, id) => get(`${app}/keyword-ranks/gaps?app_ids=${id}`),
  "listAppChanges app_id": (_app, id) => get(`/changes/apps?app_id=${id}`),
  "listEvents apps": (_app, id) => get(`/events?apps=${id}`),
  "showEvent event_id": (_app, id) => get(`/events/evt_${id}`),
  "listCompetitorChanges app_id": (_app, id) => get(`/changes/competitors?app_id=${id}`),
  "listCompetitorChanges tracked_app_id": (_app, id) => get(`/changes/competitors?tracked_app_id=${id}`),
  "updateView view_id": (_app, id) => ({ method: "PATCH", path: `/views/${id}`, body: { name: "Mine" } }),
  "deleteView view_id": (_app, id) => remove(`/views/${id}`),
  "listNotes app_id": (_app, id) => get(`/notes?app_id=${id}`),
  "updateNote note_id": (_app, id) => ({ method: "PATCH", path: `/notes/${id}`, body: { text: "Mine" } }),
  "deleteNote note_id": (_app, id) => remove(`/notes/${id}`),
  "renameTag tag_id": (_app, id) => ({ method: "PATCH", path: `/tags/${id}`, body: { name: "Mine" } }),
  "deleteTag tag_id": (_app, id) => remove(`/tags/${id}`),
  "tagApp tag_id": (app, id) => ({ method: "PUT", path: `${app}/tags/${id}` }),
  "untagApp tag_id": (app, id) => remove(`${app}/tags/${id}`),
  "listApps tags": (_app, id) => get(`/apps?tags=${id}`),
  "listEvents tags": (_app, id) => get(`/events?tags=${id}`),
  "listAppChanges tags": (_app, id) => get(`/changes/apps?tags=${id}`),
  "listCompetitorChanges tags": (_app, id) => get(`/changes/competitors?tags=${id}`),
  "listCompetitors tags": (_app, id) => get(`/competitors?tags=${id}`),
  "listPublishers tags": (_app, id) => get(`/publishers?tags=${id}`),
  "deleteFeed feed_id": (_app, id) => remove(`/feeds/${id}`),
  "updateWebhook webhook_id": (_app, id) => ({ method: "PATCH", path: `/webhooks/${id}`, body: { name: "Mine" } }),
  "deleteWebhook webhook_id": (_app, id) => remove(`/webhooks/${id}`),
  "rotateSecret webhook_id": (_app, id) => post(`/webhooks/${id}/rotate-secret`),
  "testWebhook webhook_id": (_app, id) => post(`/webhooks/${id}/test`),
  "listDeliveries webhook_id": (_app, id) => get(`/webhooks/${id}/deliveries`),
  "redeliver webhook_id": (_app, id) => post(`/webhooks/${id}/deliveries/1/redeliver`),
  "redeliver delivery_id": (_app, id) => post(`/webhooks/1/deliveries/${id}/redeliver`),
  "replayEvents webhook_id": (_app, id) => ({ ...post(`/webhooks/${id}/replay`), body: { from: hourAgo() } }),
  "showDashboard tags": (_app, id) => get(`/dashboard?tags=${id}`),
};

describe("a row of another user", () => {
  /** Gives another user an app with a competitor, changes, a note and a tag, a token, a saved view, a feed, a webhook and a term. */
  async function ofAnotherUser() {
    const { db } = database();
    const { user } = await createCaller(db);
    const app = await createTracked(db, user.id);
    const rival = await createApp(db);
    const link = await addCompetitor(db, { userId: user.id, appId: app.id, competitorAppId: rival.id });
    for (const appId of [app.id, rival.id]) await addChange(db, { appId, locale: "en-US", fieldChanged: "title" });
    const { tokenId } = await issueToken(db, user.id);
    await db.execute(sql`UPDATE access_tokens SET kind = 'api' WHERE id = ${tokenId}`);
    const view = await insertSavedView(db, { userId: user.id, name: "Theirs", scope: { path: "/", query: {} } });
    const { note } = await insertNote(db, { userId: user.id, day: "2026-01-01", appId: app.id, text: "Theirs" });
    const tag = await insertTag(db, { userId: user.id, name: "Theirs" });
    if (typeof view === "string" || note === null || typeof tag === "string") throw new Error("Not added.");
    const everything = { kind: "mine", platform: null, externalId: null, viewId: null } as const;
    const secretHash = hashSecret(String(user.id));
    const feed = await insertFeed(db, { userId: user.id, name: "Theirs", ...everything, secretHash });
    if (typeof feed === "string") throw new Error("The feed was not added.");
    await insertAppTag(db, { userId: user.id, tagId: tag.id, platform: "ios", externalId: app.externalId });
    const [webhook] = await db
      .insert(webhookEndpoints)
      .values({
        userId: user.id,
        name: "Theirs",
        url: "https://receiver.example/",
        kind: "mine",
        secret: randomBytes(32),
      })
      .returning();
    const delivery = await insertTest(db, { id: webhook?.id ?? 0, userId: user.id });
    const keywordId = await addTerm(db, { term: `term ${app.externalId}` });
    await trackTerm(db, { userId: user.id, appId: app.id, keywordId });
    const ids: Readonly<Record<string, number>> = {
      keyword_id: keywordId,
      keyword_ids: keywordId,
      view_id: view.id,
      note_id: note.id,
      tag_id: tag.id,
      tags: tag.id,
      feed_id: feed,
      webhook_id: webhook?.id ?? 0,
      delivery_id: delivery?.id ?? 0,
      "listNotes app_id": app.id,
      competitor_id: link,
      token_id: tokenId,
      apps: app.id,
      event_id: Number((await addEvent(db, { appId: app.id })).slice("evt_".length)),
      tracked_app_id: app.id,
      app_ids: rival.id,
      "listAppChanges app_id": app.id,
      "listCompetitorChanges app_id": rival.id,
    };
    return { app: `/apps/ios/${app.externalId}`, idOf: (name: string) => ids[name] ?? ids[name.split(" ")[1] ?? ""] };
  }

  it.each(Object.entries(requestsByField))(
    "[ERR-8] is to the byte what a row is that does not exist: %s",
    async (name, requestOf) => {
      const { api, caller } = await setUp();
      const { app, idOf } = await ofAnotherUser();
      const [theirs = 0, none] = [idOf(name), 2_147_483_647];

      const [foreign, absent] = [theirs, none].map((id) => api.request({ ...requestOf(app, id), token: caller.token }));

      const seen = [await foreign, await absent].map((response) => [
        response?.status,
        // The links of a page repeat its query.
        response?.text?.replaceAll(`=${theirs}&`, `=${none}&`),
        Object.keys(response?.headers ?? {}),
      ]);
      expect(theirs).toBeGreaterThan(0);
      expect(seen[0]).toEqual(seen[1]);
    },
  );

  it("is named by no other field of any operation", () => {
    const fields = endpoints.flatMap(({ contract: { operation, params, query, body } }) =>
      [params, query, body]
        .flatMap(({ shape }) => Object.keys(shape))
        .filter((field) => /_ids?$|^apps$|^tags$/.test(field) && !sharedIds.has(field))
        .map((field) => `${operation} ${field}`)
        .filter((name) => !sharedIds.has(name)),
    );

    expect(fields.toSorted()).toEqual(Object.keys(requestsByField).toSorted());
  });
});

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

describe("a method that an address does not support", () => {
  const paths = [...new Set(endpoints.map(({ contract }) => contract.path))];
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

  it.each(paths)("[ERR-10] returns 405 with the allowed methods: %s", async (path) => {
    const { api } = await setUp();
    const known = endpoints.filter(({ contract }) => contract.path === path).map(({ contract }) => contract.method);
    const address = API_PREFIX + path.replace("{platform}", "ios").replaceAll(/\{\w+\}/g, "1");

    // PATCH /webhooks/preview names a webhook by an id that none has.
    const taken = endpoints
      .filter(({ contract }) => matches(contract.path, path))
      .map(({ contract }) => contract.method);
    for (const method of nonEmpty(methods.filter((one) => !taken.some((allowed) => allowed === one)))) {
      const { status, headers } = await api.request({ method, path: address });
      expect([method, status, headers.allow]).toEqual([method, 405, known.toSorted().join(", ")]);
    }
  });
});
