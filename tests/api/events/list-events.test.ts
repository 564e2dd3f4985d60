import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { users } from "../../../db/schema/accounts.ts";
import type { EventData } from "../../../lib/domain/event.ts";
import { type Caller, createCaller } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import type { TestDb } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { type App, createApp } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const NOW = new Date("2026-03-31T12:00:00Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));

type Listed = { readonly id: string; readonly weight: number; readonly app: object; readonly reported_at: string };
type Response = { readonly body: { readonly data: Listed[] } };

const idsOf = ({ body }: Response) => body.data.map(({ id }) => id);

/** A caller at a fixed time, who tracks an app. */
async function setUpTracked() {
  const { db, api, caller } = await setUp({ now: () => NOW });
  const app = await createTracked(db, caller.user.id);
  const get = (query = "", as: Caller = caller) => api.get(`/events${query === "" ? "" : `?${query}`}`, as);
  return { db, api, caller, app, get, add: addsEventsOf(db, app) };
}

function addsEventsOf(db: TestDb, { id: appId }: App) {
  return (event: Omit<Parameters<typeof addEvent>[1], "appId"> = {}) => addEvent(db, { appId, ...event });
}

describe("GET /events", () => {
  it("[EVT-20] returns an event with its app and its data, and null for what its type does not have", async () => {
    const { app, add, get } = await setUpTracked();
    const data: EventData = { before: "Notes", after: "Sample Notes", is_cut: false, locale: "en-US" };
    const id = await add({ weight: 0.7, data, occurredAt: on(2), reportedAt: on(3) });

    const { status, body } = await get();

    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id,
        type: "listing.changed",
        field: "title",
        occurred_at: "2026-03-02T00:00:00Z",
        reported_at: "2026-03-03T00:00:00Z",
        weight: 0.7,
        app: {
          id: app.id,
          name: app.name,
          platform: "ios",
          external_id: app.externalId,
          icon_url: null,
          is_tracked: true,
          is_competitor: false,
        },
        data: expect.objectContaining({ ...data, languages: null, rating: null, charts: null, reason: null }),
      },
    ]);
    expect(body.meta).toMatchObject({
      ...{ total: 1, has_scope_apps: true, has_older: false, events_seen_until: null },
      ...{ first_day: "2025-03-31", last_day: "2026-03-31" },
    });
  });

  it("returns the newest events first, and of one second those that were reported last", async () => {
    const { add, get } = await setUpTracked();
    const [second, third, first] = [
      await add({ occurredAt: on(1) }),
      await add({ occurredAt: on(1) }),
      await add({ occurredAt: on(2) }),
    ];

    expect(idsOf(await get())).toEqual([first, third, second]);
  });

  it("says whether the user follows any app, whatever the filters", async () => {
    const { db, api, caller } = await setUp();
    const before = await api.get("/events", caller);
    await createTracked(db, caller.user.id);
    const after = await api.get("/events?type=app.removed", caller);

    expect([before.body.data, before.body.meta.has_scope_apps]).toEqual([[], false]);
    expect([after.body.data, after.body.meta.has_scope_apps]).toEqual([[], true]);
  });
});

/** The caller tracks `own` and `both`, whose competitors are `rival` and `both`. */
async function createScopes() {
  const world = await setUpTracked();
  const { db, caller, app: own, add } = world;
  const userId = caller.user.id;
  const rival = await createCompetitor(db, userId, own);
  const both = await createTracked(db, userId);
  await addCompetitor(db, { userId, appId: own.id, competitorAppId: both.id });
  const ofUntracked = await createCompetitor(db, userId, await createApp(db));
  const ids = {
    own: await add({ occurredAt: on(1) }),
    rival: await addsEventsOf(db, rival)({ occurredAt: on(2) }),
    both: await addsEventsOf(db, both)({ occurredAt: on(3) }),
  };
  await addsEventsOf(db, ofUntracked)();
  const namesOf = (response: Response) =>
    idsOf(response).map((id) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
  return { ...world, apps: { own, rival, both }, namesOf };
}

describe("the scopes of events", () => {
  it.each([
    ["", ["both", "rival", "own"]],
    ["scope=mine", ["both", "own"]],
    ["scope=rivals", ["both", "rival"]],
    ["scope=mine,rivals", ["both", "rival", "own"]],
    ["scope[]=all", ["both", "rival", "own"]],
    ["scope=", ["both", "rival", "own"]],
  ])("[EVT-21] overlap for an app that is mine and a rival: %s", async (query, expected) => {
    const { get, namesOf } = await createScopes();

    const response = await get(query);

    expect(namesOf(response)).toEqual(expected);
    expect(response.body.meta.total).toBe(expected.length);
  });

  it.each(["", "scope=rivals", "scope=mine"])(
    "[EVT-22] count an event of a rival half, and one of an app that is also mine whole: %s",
    async (query) => {
      const { get, namesOf } = await createScopes();

      const response = await get(query);

      const weights = { own: 0.5, rival: 0.25, both: 0.5 };
      expect(response.body.data.map(({ weight }: Listed) => weight)).toEqual(
        namesOf(response).map((name) => weights[name as keyof typeof weights]),
      );
    },
  );

  it("say of each event whether its app is tracked and whether it is a competitor", async () => {
    const { get } = await createScopes();

    const { body } = await get();

    expect(body.data.map(({ app }: Listed) => app)).toMatchObject([
      { is_tracked: true, is_competitor: true },
      { is_tracked: false, is_competitor: true },
      { is_tracked: true, is_competitor: false },
    ]);
  });

  it("are selected by apps, also several, and by no other's", async () => {
    const { db, get, apps, namesOf } = await createScopes();
    const foreign = await createApp(db);
    await addsEventsOf(db, foreign)();

    expect(namesOf(await get(`apps[]=${apps.own.id}&apps[]=${apps.rival.id}`))).toEqual(["rival", "own"]);
    expect(namesOf(await get(`apps=${apps.own.id}&scope=rivals`))).toEqual([]);
    expect(namesOf(await get(`apps=${foreign.id}`))).toEqual([]);
  });

  it("[EVT-23] contain nothing of another user of the same apps", async () => {
    const { db, api, apps, namesOf } = await createScopes();
    const other = await createCaller(db);
    await track(db, { userId: other.user.id, appId: apps.rival.id });
    await addCompetitor(db, { userId: other.user.id, appId: apps.rival.id, competitorAppId: apps.own.id });

    const response = await api.get("/events?to=2026-03-31", other);

    expect(namesOf(response)).toEqual(["rival", "own"]);
    expect(response.body.data).toMatchObject([
      { weight: 0.5, app: { is_tracked: true, is_competitor: false } },
      { weight: 0.25, app: { is_tracked: false, is_competitor: true } },
    ]);
  });
});

describe("the filters of events", () => {
  const place = (country_code: string) => ({ country_code, before: null, after: null });
  const chart: NonNullable<EventData["charts"]>[number] = {
    ...{ country_code: "jp", collection: "top_free", category_id: 1, rank: 1, previous_rank: 9, window: 200 },
  };

  async function createWorld() {
    const world = await setUpTracked();
    const { add } = world;
    const languages = [{ locale: "de-DE", fallback_of: null }];
    const ids = {
      title: await add({ occurredAt: on(1), weight: 0.9, data: { languages } }),
      icon: await add({ occurredAt: on(2), field: "icon_url", weight: 0.7, data: { languages: [] } }),
      price: await add({
        occurredAt: on(3),
        type: "app.price_changed",
        weight: 0.1,
        data: { countries: [place("de")] },
      }),
      rank: await add({ occurredAt: on(4), type: "chart.rank_changed", weight: 0.2, data: { charts: [chart] } }),
      size: await add({ occurredAt: on(5), type: "app.fact_changed", field: "size_bytes", weight: 0.05 }),
    };
    const namesOf = (response: Response) =>
      idsOf(response).map((id) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
    return { ...world, namesOf };
  }

  it.each([
    ["", ["size", "rank", "price", "icon", "title"]],
    ["field=title", ["title"]],
    ["field[]=icon_url&field[]=size_bytes", ["size", "icon"]],
    ["type=listing.changed", ["icon", "title"]],
    ["type=app.price_changed,chart.rank_changed", ["rank", "price"]],
    ["type=app.fact_changed&field=title", []],
    ["country_code=DE", ["price"]],
    ["country_code=jp", ["rank"]],
    ["country_code=fr", []],
    ["locale=de-DE", ["title"]],
    ["country_code=jp&locale=de-DE", ["rank", "title"]],
    ["from=2026-03-02&to=2026-03-04", ["rank", "price", "icon"]],
    ["from=2026-03-05", ["size"]],
    ["to=2026-03-01", ["title"]],
    ["to=2027-03-01", ["size", "rank", "price", "icon", "title"]],
    ["min_weight=0.7", ["icon", "title"]],
    ["min_weight=0.7001", ["title"]],
    ["min_weight=1", []],
    ["field=&type=&locale=", ["size", "rank", "price", "icon", "title"]],
  ])("[EVT-31] select by %s", async (query, expected) => {
    const { get, namesOf } = await createWorld();

    const response = await get(query.replace("locale=&", "").replace(/&locale=$/, ""));

    expect(namesOf(response)).toEqual(expected);
    expect(response.body.meta.total).toBe(expected.length);
  });

  it("compare the least weight with that of the caller", async () => {
    const { db, caller, app, get } = await setUpTracked();
    const rival = await createCompetitor(db, caller.user.id, app);
    const id = await addsEventsOf(db, rival)({ weight: 0.7 });

    expect(idsOf(await get("min_weight=0.35"))).toEqual([id]);
    expect(idsOf(await get("min_weight=0.36"))).toEqual([]);
  });

  it("[EVT-24] leave out events of more than 366 days ago, unless the days say otherwise", async () => {
    const { add, get } = await setUpTracked();
    const [older, newer] = [
      await add({ occurredAt: new Date("2025-03-30T23:59:59Z") }),
      await add({ occurredAt: new Date("2025-03-31T00:00:00Z") }),
    ];

    expect(idsOf(await get())).toEqual([newer]);
    expect(idsOf(await get("to=2025-03-31"))).toEqual([newer, older]);
    expect(idsOf(await get("from=2025-03-30&to=2026-03-30"))).toEqual([newer, older]);
  });

  it.each([
    ["scope", "scope=tracked"],
    ["apps", "apps=0"],
    ["apps", `apps=${Array.from({ length: 101 }, (_, index) => index + 1).join()}`],
    ["field", "field=price"],
    ["type", "type=listing.moved"],
    ["locale", "locale=en_US"],
    ["country_code", "country_code=zz"],
    ["country_code", "country_code=xx"],
    ["from", "from=2026-02-30"],
    ["from", "from=2025-03-30"],
    ["from", "from=2025-03-29&to=2026-03-30"],
    ["to", "from=2026-03-02&to=2026-03-01"],
    ["min_weight", "min_weight=1.1"],
    ["min_weight", "min_weight=1e-1"],
    ["sort", "sort=oldest"],
    ["since", "since=2026-03-01"],
    ["after_id", "after_id=12"],
    ["per_page", "per_page=101"],
  ])("reject a wrong %s: %s", async (field, query) => {
    const { get } = await setUpTracked();

    const { status, body } = await get(query);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)[0]?.split(".")[0]).toBe(field);
  });
});

describe("GET /events?sort=weight", () => {
  it("returns the events that matter most to the caller first", async () => {
    const { db, caller, app, add, get } = await setUpTracked();
    const rival = await createCompetitor(db, caller.user.id, app);
    const ids = [
      await addsEventsOf(db, rival)({ weight: 0.9, occurredAt: on(9) }),
      await add({ weight: 0.5, occurredAt: on(1) }),
      await add({ weight: 0.5, occurredAt: on(2) }),
      await add({ weight: 0.4, occurredAt: on(10) }),
    ];

    const response = await get("sort=weight");

    expect(idsOf(response)).toEqual([ids[2], ids[1], ids[0], ids[3]]);
    expect(response.body.data.map(({ weight }: Listed) => weight)).toEqual([0.5, 0.5, 0.45, 0.4]);
  });

  it("[EVT-25] sorts the newest 2,000 events", async () => {
    const { db, app, add, get } = await setUpTracked();
    await add({ weight: 1, occurredAt: on(1) });
    const heaviest = await add({ weight: 0.9, occurredAt: on(2) });
    await db.execute(sql`
      INSERT INTO events (app_id, type, began_at, occurred_at, weight, data)
      SELECT ${app.id}, 'app.returned', now(), timestamptz '2026-03-03 00:00Z' + make_interval(secs => n), 0.1, '{}'
      FROM generate_series(1, 1999) n`);

    const { body } = await get("sort=weight&per_page=1");

    expect(body.data).toMatchObject([{ id: heaviest }]);
    expect(body.meta).toMatchObject({ total: 2_000, has_older: true });
  });
});

describe("the pages of events", () => {
  it.each(["newest", "weight"])(
    "[EVT-26 PAGE-1] show each event once in the order %s while events are added",
    async (order) => {
      const { api, caller, add, get } = await setUpTracked();
      const ids: string[] = [];
      for (const day of [1, 2, 3, 4, 5]) ids.push(await add({ occurredAt: on(day), weight: day / 10 }));

      const newest = await get(`sort=${order}&per_page=2`);
      await add({ occurredAt: on(20), weight: 0.9 });
      await add({ occurredAt: on(20), weight: 0.9 });
      const second = await api.get(newest.body.links.next.replace("/api/v1", ""), caller);
      const third = await api.get(second.body.links.next.replace("/api/v1", ""), caller);

      expect([newest, second, third].flatMap(idsOf)).toEqual(ids.toReversed());
      expect(newest.body.links.next).toContain(`&after_id=${ids[3]}`);
      expect(second.body.meta).toMatchObject({ current_page: 2, total: 7 });
      expect(third.body.links.next).toBeNull();
    },
  );

  it.each(["newest", "weight"])("continue in the order %s by number after an event of no such app", async (order) => {
    const { db, add, get } = await setUpTracked();
    const foreign = await addsEventsOf(db, await createApp(db))({ occurredAt: on(9) });
    const [oldest] = [await add({ occurredAt: on(1), weight: 0.1 }), await add({ occurredAt: on(2), weight: 0.2 })];

    expect(idsOf(await get(`sort=${order}&per_page=1&page=2&after_id=${foreign}`))).toEqual([oldest]);
    expect(idsOf(await get(`sort=${order}&per_page=1&page=2&after_id=evt_9007199254740991`))).toEqual([oldest]);
  });

  it("reach the newest 2,000 events, and the others by an earlier last day", async () => {
    const { db, app, get } = await setUpTracked();
    await db.execute(sql`
      INSERT INTO events (app_id, type, began_at, occurred_at, weight, data)
      SELECT ${app.id}, 'app.returned', now(), timestamptz '2026-03-31 00:00Z' - make_interval(hours => n), 0.1, '{}'
      FROM generate_series(1, 2001) n`);

    const newest = await get("page=20&per_page=100");
    const beyond = await get("page=21&per_page=100");
    const oldest = await get("to=2026-01-06");

    expect(newest.body.data).toHaveLength(100);
    expect(newest.body.meta).toMatchObject({ total: 2_000, last_page: 20, has_older: true });
    expect([newest.body.links.next, beyond.body.data]).toEqual([null, []]);
    expect(oldest.body.data.at(-1)).toMatchObject({ occurred_at: "2026-01-06T15:00:00Z" });
    expect(oldest.body.meta).toMatchObject({ has_older: false });
  });
});

describe("GET /events?since=last_visit", () => {
  it("[EVT-27] returns the events that were reported after the caller's last visit", async () => {
    const { db, caller, add, get } = await setUpTracked();
    await add({ occurredAt: on(1), reportedAt: new Date("2026-03-02T10:00:00.9Z") });
    const late = await add({ occurredAt: on(1), reportedAt: new Date("2026-03-02T10:00:01Z") });
    await db
      .update(users)
      .set({ eventsSeenUntil: new Date("2026-03-02T10:00:00Z") })
      .where(sql`id = ${caller.user.id}`);

    const response = await get("since=last_visit");

    expect(idsOf(response)).toEqual([late]);
    expect(response.body.meta).toMatchObject({ total: 1, events_seen_until: "2026-03-02T10:00:00Z" });
  });

  it("returns all events to a caller without a last visit", async () => {
    const { add, get } = await setUpTracked();
    const id = await add();

    expect(idsOf(await get("since=last_visit"))).toEqual([id]);
  });

  it("does not depend on another user's last visit", async () => {
    const { db, app, add, get } = await setUpTracked();
    const id = await add();
    const other = await createCaller(db);
    await track(db, { userId: other.user.id, appId: app.id });
    await db.update(users).set({ eventsSeenUntil: NOW }).where(sql`id = ${other.user.id}`);

    expect(idsOf(await get("since=last_visit"))).toEqual([id]);
    expect(idsOf(await get("since=last_visit", other))).toEqual([]);
  });
});
