import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { feeds } from "../../../db/schema/feeds.ts";
import { FEED_ENTRIES_MAX, FEED_REQUESTS_PER_ADDRESS, FEED_REQUESTS_PER_HOUR } from "../../../lib/domain/feed.ts";
import { useDatabase } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const NOW = new Date("2026-03-31T12:00:00Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));

let addresses = 0;
/** Another client for each test, since requests are counted by address. */
function nextAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

type Scope = { readonly kind: string; readonly app?: object };

/** A caller who tracks an app, and a reader who knows the addresses of a feed. */
async function setUpFeed(scopeOf: (app: { platform: string; externalId: string }) => Scope = () => ({ kind: "mine" })) {
  const { db, api, caller } = await setUp({ now: () => NOW });
  const app = await createTracked(db, caller.user.id, { name: "Sample & <Co>" });
  const { body } = await api.post("/feeds", { name: "Watched", scope: scopeOf(app) }, caller);
  const sourceIp = nextAddress();
  const pathOf = (url: string) => new URL(url).pathname;
  const read = (path = pathOf(body.data.json_url), headers: Record<string, string> = {}, ip = sourceIp) =>
    api.request({ method: "GET", path, headers, sourceIp: ip });
  const paths = { atom: pathOf(body.data.url), json: pathOf(body.data.json_url) };
  return { db, api, caller, app, id: body.data.id, paths, read };
}

const tagOf = (id: string) => `tag:api.example,2026:${id}`;

describe("GET /feeds/{file}", () => {
  it("[FED-4] shows the newest events as JSON Feed, with the app in each title", async () => {
    const { db, app, read } = await setUpFeed();
    const older = await addEvent(db, { appId: app.id, occurredAt: on(1) });
    const data = { version: "2.0", whats_new: "Fixes & more." };
    const newer = await addEvent(db, { appId: app.id, type: "app.version_released", occurredAt: on(2), data });

    const { status, headers, body } = await read();

    expect([status, headers["content-type"]]).toEqual([200, "application/feed+json; charset=utf-8"]);
    expect(body).toMatchObject({ version: "https://jsonfeed.org/version/1.1", title: "Watched" });
    expect(body.items).toMatchObject([
      {
        id: tagOf(newer),
        title: "Sample & <Co>: New version 2.0",
        content_text: "Fixes & more.",
        tags: [expect.any(String)],
      },
      { id: tagOf(older), title: "Sample & <Co>: Title changed", date_published: "2026-03-01T00:00:00Z" },
    ]);
  });

  it("[FED-4] shows the same events as Atom", async () => {
    const { db, app, paths, read } = await setUpFeed();
    const id = await addEvent(db, { appId: app.id, occurredAt: on(1) });

    const { status, headers, text } = await read(paths.atom);

    expect([status, headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    expect(text).toContain(`<id>${tagOf(id)}</id><title>Sample &amp; &lt;Co&gt;: Title changed</title>`);
  });

  it("[FED-4] names neither the user nor the secret", async () => {
    const { caller, paths, read } = await setUpFeed();

    for (const path of nonEmpty([paths.atom, paths.json])) {
      const { text } = await read(path);
      expect(text).not.toContain(caller.user.email);
      expect(text).not.toContain(caller.user.name);
      expect(text).not.toContain(path.slice("/feeds/".length, "/feeds/".length + 43));
    }
  });

  it("[FED-4] has 50 entries at most, the newest ones", async () => {
    const { db, app, read } = await setUpFeed();
    const ids: string[] = [];
    for (let minute = 0; minute < FEED_ENTRIES_MAX + 2; minute += 1) {
      ids.push(await addEvent(db, { appId: app.id, occurredAt: new Date(on(1).getTime() + minute * 60_000) }));
    }

    const { body } = await read();

    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(
      ids.toReversed().slice(0, FEED_ENTRIES_MAX).map(tagOf),
    );
  });

  it.each([
    { kind: "mine", expected: ["own"] },
    { kind: "rivals", expected: ["rival"] },
  ])("[FED-2] shows the events of its scope: $kind", async ({ kind, expected }) => {
    const { db, caller, app, read } = await setUpFeed(() => ({ kind }));
    const rival = await createCompetitor(db, caller.user.id, app);
    const ids = { own: await addEvent(db, { appId: app.id }), rival: await addEvent(db, { appId: rival.id }) };

    const { body } = await read();

    const found = Object.entries(ids).filter(([, id]) =>
      body.items.some((item: { id: string }) => item.id === tagOf(id)),
    );
    expect(found.map(([name]) => name)).toEqual(expected);
  });

  it("[FED-2] shows the events of one app, as long as the user follows it", async () => {
    const { db, api, caller, app, read } = await setUpFeed(({ platform, externalId }) => ({
      kind: "app",
      app: { platform, external_id: externalId },
    }));
    const other = await createTracked(db, caller.user.id);
    const id = await addEvent(db, { appId: app.id });
    await addEvent(db, { appId: other.id });

    const before = await read();
    await api.delete(`/apps/ios/${app.externalId}/track`, caller);
    const after = await read();

    expect([before, after].map(({ body }) => body.items.map((item: { id: string }) => item.id))).toEqual([
      [tagOf(id)],
      [],
    ]);
  });
});

describe("a reader of a feed", () => {
  it("[FED-5] keeps a document for five minutes, and then gets 304 until something has happened", async () => {
    const { db, app, paths, read } = await setUpFeed();
    const first = await read(paths.atom);
    const known = { "if-none-match": String(first.headers.etag) };

    const again = await read(paths.atom, known);
    await addEvent(db, { appId: app.id });
    const changed = await read(paths.atom, known);

    expect([first.status, again.status, changed.status]).toEqual([200, 304, 200]);
    for (const { headers } of [first, again, changed]) {
      expect(headers["cache-control"]).toBe("private, max-age=300");
    }
    expect([again.text, changed.headers.etag === first.headers.etag]).toEqual([undefined, false]);
  });

  it("[FED-6] gets 410 for 30 days after the feed was deleted, and then 404", async () => {
    const { db, api, caller, id, paths, read } = await setUpFeed();
    await api.delete(`/feeds/${id}`, caller);

    const deleted = [await read(paths.atom), await read(paths.json)];
    const ago = new Date(Date.now() - 30 * 86_400_000 - 1_000);
    await db.update(feeds).set({ deletedAt: ago }).where(eq(feeds.id, id));
    const later = await read();

    expect(deleted.map(({ status, body }) => [status, body.type])).toEqual(
      Array(2).fill([410, "urn:shelfwatch:problem:feed-deleted"]),
    );
    expect(later.status).toBe(404);
  });

  it("[FED-6] gets 404 at an address that is none", async () => {
    const { paths, read } = await setUpFeed();
    const unknown = `/feeds/${"a".repeat(43)}.atom`;

    for (const path of nonEmpty([unknown, paths.atom.replace(".atom", ".xml"), "/feeds/x.atom", `${paths.json}x`])) {
      expect((await read(path)).status).toBe(404);
    }
  });

  it("[FED-7] gets 429 after 60 requests of a feed in an hour, from any address", async () => {
    const { paths, read } = await setUpFeed();
    for (let request = 0; request < FEED_REQUESTS_PER_HOUR; request += 1) {
      const { status } = await read(request % 2 ? paths.atom : paths.json, {}, nextAddress());
      expect(status).toBe(200);
    }

    const { status, headers } = await read(paths.atom, {}, nextAddress());

    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(60);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3_600);
  });

  it("[FED-7] gets 429 after 60 requests in a minute from one address, also for unknown feeds", async () => {
    const { read } = await setUpFeed();
    const ip = nextAddress();
    for (let request = 0; request < FEED_REQUESTS_PER_ADDRESS; request += 1) {
      expect((await read(`/feeds/${"b".repeat(43)}.json`, {}, ip)).status).toBe(404);
    }

    expect((await read(undefined, {}, ip)).status).toBe(429);
    expect((await read()).status).toBe(200);
  });

  it("[FED-8] leaves no secret in a log, whatever the response", async () => {
    const { api, caller, id, paths, read } = await setUpFeed();
    await read(paths.atom);
    await read(paths.json.replace(".json", ".xml"));
    await api.delete(`/feeds/${id}`, caller);
    await read(paths.atom);

    expect(api.logged.map(({ event, fields }) => [event, fields.operation])).toContainEqual([
      "request.completed",
      "showFeed",
    ]);
    expect(JSON.stringify(api.logged)).not.toContain(paths.atom.slice("/feeds/".length, "/feeds/".length + 43));
  });
});
