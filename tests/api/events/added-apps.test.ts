import { describe, expect, it } from "vitest";

import { type Caller, createCaller } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import { addEvent } from "../../support/events.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const NOW = new Date("2026-03-31T12:00:00Z");
const on = (day: number) => new Date(Date.UTC(2026, 2, day));

type Listed = { readonly id: string; readonly type: string; readonly weight: number };
type Response = { readonly body: { readonly data: Listed[]; readonly meta: { readonly total: number } } };

const idsOf = ({ body }: Response) => body.data.map(({ id }) => id);

/** The caller tracks `own`, whose publisher has added an app that nobody follows. Another user compares `own`. */
async function setUpAdded() {
  const { db, api, caller } = await setUp({ now: () => NOW });
  const publisher = await createPublisher(db);
  const own = await createTracked(db, caller.user.id, { publisherId: publisher.id });
  const app = await createApp(db, { publisherId: publisher.id });
  const shown = { id: publisher.id, external_id: publisher.externalId, name: publisher.name };
  const event = { type: "publisher.app_added", publisherId: publisher.id, data: { publisher: shown } } as const;
  const id = await addEvent(db, { ...event, appId: app.id, occurredAt: on(10) });
  const rival = await createCaller(db);
  await createCompetitor(db, rival.user.id, await createTracked(db, rival.user.id), { publisherId: publisher.id });
  const get = (query = "", as: Caller = caller) => api.get(`/events?${query}`, as);
  const show = (of: string, as: Caller = caller) => api.get(`/events/${of}`, as);
  return { db, api, caller, rival, publisher, own, app, event, id, shown, get, show };
}

describe("[EVT-32] an app that a publisher has added", () => {
  it.each(["", "scope=mine", "scope=all", "scope=mine,rivals", "type=publisher.app_added", "sort=weight"])(
    "is an event for who tracks another app of the publisher: %s",
    async (query) => {
      const { id, app, shown, get } = await setUpAdded();

      const { status, body } = await get(query);

      expect(status).toBe(200);
      expect(body.data).toMatchObject([
        {
          ...{ id, type: "publisher.app_added", weight: 0.5, data: { publisher: shown } },
          app: { id: app.id, external_id: app.externalId, is_tracked: false, is_competitor: false },
        },
      ]);
      expect(body.meta.total).toBe(1);
    },
  );

  it.each(["scope=rivals", "type=app.removed", "field=title", "country_code=de", "to=2026-03-09", "min_weight=0.51"])(
    "is left out by %s",
    async (query) => {
      const { get } = await setUpAdded();

      expect(idsOf(await get(query))).toEqual([]);
    },
  );

  it("is none for who only compares an app of the publisher, or tracks none", async () => {
    const { db, rival, id, get, show } = await setUpAdded();
    const stranger = await createCaller(db);

    for (const other of [rival, stranger]) {
      expect(idsOf(await get("", other))).toEqual([]);
      expect((await show(id, other)).status).toBe(404);
    }
  });

  it("is shown by its id to who sees it in the list, without changes", async () => {
    const { id, get, show } = await setUpAdded();

    const { status, body } = await show(id);

    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta.event).toEqual((await get()).body.data[0]);
  });

  it("is no longer shown once the caller tracks no app of the publisher", async () => {
    const { api, caller, own, id, get, show } = await setUpAdded();
    await api.delete(`/apps/ios/${own.externalId}/track`, caller);

    expect(idsOf(await get())).toEqual([]);
    expect((await show(id)).status).toBe(404);
  });

  it.each(["", "scope=mine", "sort=weight", "min_weight=0.5"])(
    "is listed once with its whole weight for who also follows the new app: %s",
    async (query) => {
      const { db, caller, own, app, id, get } = await setUpAdded();
      await addCompetitor(db, { userId: caller.user.id, appId: own.id, competitorAppId: app.id });
      const ofCompetitor = await get(query);
      await track(db, { userId: caller.user.id, appId: app.id });
      const ofTracked = await get(query);

      for (const { body } of [ofCompetitor, ofTracked]) {
        expect(body.data).toMatchObject([{ id, weight: 0.5 }]);
        expect(body.meta.total).toBe(1);
      }
    },
  );

  it("is half an event of a competitor for who tracks no app of the publisher", async () => {
    const { db, rival, app, id, get, show } = await setUpAdded();
    const parent = await createTracked(db, rival.user.id);
    await addCompetitor(db, { userId: rival.user.id, appId: parent.id, competitorAppId: app.id });

    expect((await get("scope=rivals", rival)).body.data).toMatchObject([{ id, weight: 0.25 }]);
    expect((await show(id, rival)).body.meta.event).toMatchObject({ weight: 0.25 });
  });

  it("is an event of the new app for the filter by apps", async () => {
    const { own, app, id, get } = await setUpAdded();

    expect(idsOf(await get(`apps=${app.id}`))).toEqual([id]);
    expect(idsOf(await get(`apps=${own.id}`))).toEqual([]);
  });

  it("is new since the last visit by the time of its report", async () => {
    const { db, api, caller, app, event, id, get } = await setUpAdded();
    const body = { events_until: "2026-03-12T00:00:00Z" };
    await api.request({ method: "PUT", path: "/account/seen", body, token: caller.token });
    const later = await addEvent(db, { ...event, appId: app.id, occurredAt: on(11), reportedAt: on(13) });

    expect(idsOf(await get("since=last_visit"))).toEqual([later]);
    expect(idsOf(await get())).toEqual([later, id]);
  });

  it.each(["newest", "weight"])("is listed among other events by pages that follow each other: %s", async (sort) => {
    const { db, api, caller, own, app, event, id, get } = await setUpAdded();
    const ids = [
      await addEvent(db, { appId: own.id, occurredAt: on(9), weight: 0.3 }),
      id,
      await addEvent(db, { ...event, appId: app.id, occurredAt: on(11), weight: 0.6 }),
      await addEvent(db, { appId: own.id, occurredAt: on(12), weight: 0.9 }),
    ];

    const pages = [await get(`sort=${sort}&per_page=1`)];
    for (let next = pages[0]?.body.links.next; next !== null; next = pages.at(-1)?.body.links.next) {
      pages.push(await api.get(next.replace("/api/v1", ""), caller));
    }

    expect(pages.flatMap(idsOf)).toEqual(ids.toReversed());
    expect(pages.map(({ body }) => body.meta.total)).toEqual([4, 4, 4, 4]);
  });
});
