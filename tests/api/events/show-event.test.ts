import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { appFactChanges } from "../../../db/schema/facts.ts";
import { type Caller, createCaller } from "../../support/api.ts";
import { addChange, addFactChanges, addOfferChange, addVersion, track } from "../../support/catalogue.ts";
import { addEvent } from "../../support/events.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute));
const numberOf = (id: string) => Number(id.slice("evt_".length));

/** An event from minute 10 to minute 20 of an app that the caller tracks. */
async function setUpEvent(event: Partial<Parameters<typeof addEvent>[1]> = {}) {
  const { db, api, caller } = await setUp();
  const app = await createTracked(db, caller.user.id);
  const id = await addEvent(db, { appId: app.id, beganAt: at(10), occurredAt: at(20), ...event });
  const get = (query = "", as: Caller = caller) => api.get(`/events/${id}${query}`, as);
  return { db, api, caller, app, id, eventId: numberOf(id), get };
}

const changeIds = ({ body }: { body: { data: { id: number }[] } }) => body.data.map(({ id }) => id);

describe("GET /events/{event_id}", () => {
  it("[EVT-28] returns the event as the list does, and the changes that it stands for", async () => {
    const { db, api, caller, app, id, eventId, get } = await setUpEvent({ data: { after: "Notes" } });
    const versionId = await addVersion(db, { appId: app.id, version: "2.0" });
    const change = { appId: app.id, versionId, locale: "en-US", fieldChanged: "title", detectedAt: at(10) } as const;
    const changeId = await addChange(db, { ...change, eventId, before: "Note", after: "Notes" });

    const { status, body } = await get();

    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id: changeId,
        ...{ version_id: versionId, version: "2.0", previous_version: null },
        ...{ locale: "en-US", country_code: null, field_changed: "title" },
        ...{ old_value: "Note", new_value: "Notes", is_cut: false },
        detected_at: "2026-03-01T00:10:00Z",
      },
    ]);
    expect(body.meta).toMatchObject({ total: 1, event: { id, data: { after: "Notes", before: null } } });
    const listed = await api.get(`/events?apps=${app.id}&to=2026-03-31`, caller);
    expect(body.meta.event).toEqual(listed.body.data[0]);
  });

  it("returns the changes of its first and of its last moment, and none of another event or of no news", async () => {
    const { db, app, eventId, get } = await setUpEvent();
    const add = (minute: number, event: number | null, locale: string) =>
      addChange(db, { appId: app.id, fieldChanged: "title", locale, detectedAt: at(minute), eventId: event });
    const first = await add(10, eventId, "de-DE");
    const last = await add(20, eventId, "fr-FR");
    await add(15, eventId + 1, "en-US");
    await add(15, 0, "es-ES");
    await add(15, null, "it-IT");

    expect(changeIds(await get())).toEqual([last, first]);
  });

  it.each([
    ["listing.locale_added", "locale_added"],
    ["listing.locale_removed", "locale_removed"],
  ] as const)("returns the languages of %s", async (type, fieldChanged) => {
    const { db, app, eventId, get } = await setUpEvent({ type });
    const id = await addChange(db, { appId: app.id, fieldChanged, locale: "de-DE", detectedAt: at(10), eventId });

    expect(changeIds(await get())).toEqual([id]);
  });

  it.each([
    ["app.price_changed", undefined],
    ["app.availability_changed", false],
    ["app.removed", false],
    ["app.returned", true],
  ] as const)("returns the storefronts of %s", async (type, isAvailable) => {
    const { db, app, eventId, get } = await setUpEvent({ type });
    const offer = isAvailable === undefined ? {} : { isAvailable };
    const id = await addOfferChange(db, { appId: app.id, countryCode: "de", detectedAt: at(20), eventId, ...offer });

    expect(changeIds(await get())).toEqual([id]);
  });

  it("returns the values of app.fact_changed", async () => {
    const { db, app, eventId, get } = await setUpEvent({ type: "app.fact_changed", field: "size_bytes" });
    await addFactChanges(db, app.id, { changed: 4711 });
    await db
      .update(appFactChanges)
      .set({ validFrom: at(20), eventId })
      .where(sql`key = 'size_bytes' AND NOT is_first`);

    const { body } = await get();

    expect(body.data).toMatchObject([{ field_changed: "size_bytes", old_value: "first", new_value: "4711" }]);
  });

  it.each(["app.version_released", "rating.changed", "chart.rank_changed", "sync.failed"] as const)(
    "returns no changes for %s",
    async (type) => {
      const { get } = await setUpEvent({ type });

      const { status, body } = await get();

      expect([status, body.data, body.meta.total]).toEqual([200, [], 0]);
    },
  );

  it("[EVT-28 PAGE-1] has pages of 100 changes, which follow each other by the last one", async () => {
    const { db, api, caller, app, eventId, get } = await setUpEvent();
    await db.execute(sql`
      INSERT INTO app_store_listing_changes (app_id, locale, field_changed, detected_at, event_id)
      SELECT ${app.id}, 'x' || n, 'title', ${at(10).toISOString()}::timestamptz + make_interval(secs => n % 3), ${eventId}
      FROM generate_series(1, 150) n`);

    const first = await get();
    const second = await api.get(first.body.links.next.replace("/api/v1", ""), caller);
    const numbered = await get("?page=2");

    expect([first, second].map(({ body }) => body.data.length)).toEqual([100, 50]);
    expect(new Set([first, second].flatMap(changeIds)).size).toBe(150);
    expect(changeIds(numbered)).toEqual(changeIds(second));
    expect(first.body.meta).toMatchObject({ total: 150, last_page: 2 });
    expect(second.body.links.next).toBeNull();
  });

  it("shows an event of a competitor with half of its weight", async () => {
    const { db, api, caller } = await setUp();
    const rival = await createCompetitor(db, caller.user.id, await createTracked(db, caller.user.id));
    const id = await addEvent(db, { appId: rival.id, weight: 0.9 });

    const { body } = await api.get(`/events/${id}`, caller);

    expect(body.meta.event).toMatchObject({ weight: 0.45, app: { is_tracked: false, is_competitor: true } });
  });

  it("[EVT-29 ERR-8] is 404, with the same bytes, for an app that the caller does not follow", async () => {
    const { db, app, id, get, api, caller } = await setUpEvent();
    const other = await createCaller(db);
    const rivalOfUntracked = await createCompetitor(db, other.user.id, app);
    const foreign = await addEvent(db, { appId: rivalOfUntracked.id });

    const responses = [
      await get("", other),
      await api.get(`/events/${foreign}`, other),
      await api.get(`/events/${foreign}`, caller),
      await api.get("/events/evt_9007199254740991", caller),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    await track(db, { userId: other.user.id, appId: app.id });
    expect((await get("", other)).body.meta.event).toMatchObject({ id });
  });

  it.each(["evt_0", "evt_01", "evt_1.5", "evt_", "4711", "EVT_1", "evt_99999999999999999"])(
    "is 404 for what is no id of an event: %s",
    async (id) => {
      const { api, caller } = await setUp();

      expect((await api.get(`/events/${id}`, caller)).status).toBe(404);
    },
  );

  it.each(["per_page=101", "page=0", "after_id=evt_1"])("rejects a wrong page: %s", async (query) => {
    const { get } = await setUpEvent();

    expect((await get(`?${query}`)).status).toBe(422);
  });
});
