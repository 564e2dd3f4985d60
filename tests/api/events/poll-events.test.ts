import { describe, expect, it } from "vitest";

import { eventEpochs } from "../../../db/schema/events.ts";
import { formatCursor, parseCursor } from "../../../lib/domain/event-cursor.ts";
import { type Caller, createCaller } from "../../support/api.ts";
import { useDatabase } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { settleTransactions } from "../../support/settled-transactions.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const rfc3339 = (instant: Date) => instant.toISOString();

type Listed = { readonly id: string };
type Response = { readonly body: { readonly data: Listed[]; readonly meta: { readonly next_cursor: string } } };

const idsOf = ({ body }: Response) => body.data.map(({ id }) => id);
const cursorOf = ({ body }: Response) => body.meta.next_cursor;

/** A caller who tracks an app, and the cursor before its events. */
async function setUpTracked() {
  const { db, api, caller } = await setUp();
  const app = await createTracked(db, caller.user.id);
  const poll = async (query = "", as: Caller = caller) => {
    await settleTransactions(database().sql);
    return api.get(`/changes${query === "" ? "" : `?${query}`}`, as);
  };
  const cursor = cursorOf(await poll());
  const pollAfter = (query = "", as: Caller = caller) => poll(`cursor=${cursor}&${query}`, as);
  const add = (event: Partial<Parameters<typeof addEvent>[1]> = {}) =>
    addEvent(db, { appId: app.id, occurredAt: ago(0), ...event });
  return { db, api, caller, app, poll, cursor, pollAfter, add };
}

describe("GET /changes", () => {
  it("[EVT-51] returns events in the order in which they were written, with the fields of GET /events", async () => {
    const { api, caller, add, pollAfter } = await setUpTracked();
    const ids = [await add({ occurredAt: ago(1) }), await add({ occurredAt: ago(2) }), await add()];

    const { status, headers, body } = await pollAfter();

    expect([status, headers["cache-control"], headers.etag]).toEqual([200, "no-store", undefined]);
    expect(idsOf({ body })).toEqual(ids);
    const listed = await api.get("/events?from=2026-01-01", caller);
    expect(body.data).toEqual(ids.map((id) => listed.body.data.find((event: Listed) => event.id === id)));
    expect(body.meta).toMatchObject({ has_more: false, lag_seconds: 0 });
  });

  it("[EVT-52] returns no event and a cursor without a start, and after it what is written from then on", async () => {
    const { poll, add } = await setUpTracked();
    await add();

    const now = await poll();
    const id = await add();

    expect([now.body.data, now.body.meta.has_more]).toEqual([[], false]);
    expect(idsOf(await poll(`cursor=${cursorOf(now)}`))).toEqual([id]);
  });

  it("[EVT-51] repeats a page with its cursor, and continues with the next one", async () => {
    const { add, pollAfter, poll } = await setUpTracked();
    const ids = [await add(), await add(), await add()];

    const [first, again] = [await pollAfter("limit=2"), await pollAfter("limit=2")];
    const second = await poll(`cursor=${cursorOf(first)}&limit=2`);
    const third = await poll(`cursor=${cursorOf(second)}&limit=2`);

    expect(again.body).toEqual(first.body);
    expect([first, second, third].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2), []]);
    expect([first, second, third].map(({ body }) => body.meta.has_more)).toEqual([true, false, false]);
  });

  it("[EVT-53] returns the events of the caller's apps, by scope, type and platform", async () => {
    const { db, caller, app, add, pollAfter } = await setUpTracked();
    const rival = await createCompetitor(db, caller.user.id, app, { platform: "android" });
    const own = await add({ type: "app.version_released" });
    const ofRival = await add({ appId: rival.id });
    await add({ appId: (await createApp(db)).id });

    const found = async (query: string) => idsOf(await pollAfter(query));
    expect(await found("")).toEqual([own, ofRival]);
    expect(await found("scope=all")).toEqual([own, ofRival]);
    expect(await found("scope=mine")).toEqual([own]);
    expect(await found("scope=rivals")).toEqual([ofRival]);
    expect(await found("platform=android")).toEqual([ofRival]);
    expect(await found("types[]=app.version_released&types[]=app.removed")).toEqual([own]);
    expect(await found("types=app.removed")).toEqual([]);
    expect(idsOf(await pollAfter("", await createCaller(db)))).toEqual([]);
  });

  it("[EVT-53] returns new apps of publishers of tracked apps as mine alone", async () => {
    const { db, caller, pollAfter, add } = await setUpTracked();
    const publisher = await createPublisher(db);
    await createTracked(db, caller.user.id, { publisherId: publisher.id });
    const added = await createApp(db, { publisherId: publisher.id });
    const id = await add({ appId: added.id, type: "publisher.app_added", publisherId: publisher.id });

    expect([await pollAfter("scope=mine"), await pollAfter(), await pollAfter("scope=rivals")].map(idsOf)).toEqual([
      [id],
      [id],
      [],
    ]);
  });

  it("[EVT-54] ends a page after 5,000 events of others, and says that there is more", async () => {
    const { db, add, pollAfter, poll } = await setUpTracked();
    const { id: appId } = await createApp(db);
    const { sql } = database();
    await sql`
      INSERT INTO events (app_id, type, began_at, occurred_at, weight, data)
      SELECT ${appId}, 'app.version_released', now(), now(), 0.5, '{}' FROM generate_series(1, 5000)`;
    const id = await add();

    const first = await pollAfter();
    const second = await poll(`cursor=${cursorOf(first)}`);

    expect([idsOf(first), first.body.meta.has_more]).toEqual([[], true]);
    expect([idsOf(second), second.body.meta.has_more]).toEqual([[id], false]);
  });
});

describe("GET /changes from a time", () => {
  it("[EVT-52] returns all events that were reported since then", async () => {
    const { add, poll } = await setUpTracked();
    await add({ reportedAt: ago(80) });
    const ids = [await add({ reportedAt: ago(70) }), await add({ reportedAt: ago(60) })];

    expect(idsOf(await poll(`from=${rfc3339(ago(75))}`))).toEqual(ids);
  });

  it("[EVT-52] returns what was reported in the minute before, since an earlier transaction can have begun later", async () => {
    const { add, poll } = await setUpTracked();
    const moment = ago(50);
    const addBefore = (seconds: number) => add({ reportedAt: new Date(moment.getTime() - seconds * 1_000) });
    await addBefore(90);
    const [shortlyBefore, id] = [await addBefore(30), await addBefore(0)];

    expect(idsOf(await poll(`from=${rfc3339(moment)}`)).slice(0, 2)).toEqual([shortlyBefore, id]);
  });

  it.each([
    { what: "more than 90 days ago", query: () => `from=${rfc3339(ago(90.01))}`, field: "from" },
    { what: "in the future", query: () => `from=${rfc3339(ago(-1))}`, field: "from" },
    { what: "no time", query: () => "from=yesterday", field: "from" },
  ])("[EVT-55] rejects a time that is $what", async ({ query, field }) => {
    const { poll } = await setUpTracked();

    const { status, body } = await poll(query());

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("[EVT-55] rejects a time together with a cursor", async () => {
    const { cursor, poll } = await setUpTracked();

    const { status, body } = await poll(`cursor=${cursor}&from=${rfc3339(ago(1))}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["from"]]);
  });
});

describe("a cursor of GET /changes", () => {
  const encoded = (text: string) => Buffer.from(text).toString("base64url");

  it.each([
    ...["x", "%00", "%F0%9F%98%80", "a".repeat(200), "a".repeat(201), "1.2.3", encoded("1.2"), encoded("1.2.3.4")],
    ...[encoded("-1.2.3"), encoded("1.2.3 "), encoded("32768.1.1"), `${encoded("1.2.3")}=`],
    ...[encoded("1.18446744073709551616.1"), encoded("1.1.9223372036854775808")],
  ])("[EVT-55] is rejected if it is malformed: %s", async (cursor) => {
    const { poll } = await setUpTracked();

    const { status, body } = await poll(`cursor=${cursor}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["cursor"]]);
  });

  it("[EVT-56] is 410 if events after it are more than 90 days old, with the time from which to begin again", async () => {
    const { add, pollAfter, poll } = await setUpTracked();
    await add({ reportedAt: ago(91) });
    const id = await add({ reportedAt: ago(89) });

    const { status, body } = await pollAfter();

    expect([status, body.type]).toEqual([410, "urn:shelfwatch:problem:cursor-expired"]);
    expect(idsOf(await poll(`from=${body.from}`))).toContain(id);
  });

  it("[EVT-56] is 410 after a restore, also if the restored database has not come as far", async () => {
    const { db, cursor, poll } = await setUpTracked();
    const parsed = parseCursor(cursor);
    if (parsed === undefined) throw new Error("The cursor is malformed.");
    const ahead = formatCursor({ ...parsed, writtenIn: String(BigInt(parsed.writtenIn) + 1_000_000n) });
    const { epoch } = parsed;

    expect((await poll(`cursor=${ahead}`)).status).toBe(410);
    await db.insert(eventEpochs).values({ epoch: epoch + 1 });
    const { status, body } = await poll(`cursor=${cursor}`);
    expect(status).toBe(410);
    const { body: again } = await poll(`from=${body.from}`);
    expect(parseCursor(again.meta.next_cursor)?.epoch).toBe(epoch + 1);
  });

  it("[EVT-51] is returned again as it is, with numbers of any size", () => {
    const cursors = ["0", "1", "18446744073709551615"].map((writtenIn) => ({
      epoch: 1,
      writtenIn,
      id: "9223372036854775807",
    }));

    for (const cursor of nonEmpty(cursors)) expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
  });
});
