import { describe, expect, it } from "vitest";

import { type Caller, createCaller } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { addEvent, justNow } from "../../support/events.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { settleTransactions } from "../../support/settled-transactions.ts";
import { useApi } from "../../support/use-api.ts";
import { useDispatch } from "../../webhooks/use-dispatch.ts";

const database = useDatabase();
const setUp = useApi(database);
const setUpDispatch = useDispatch();

const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+/, "");
const type = "keyword.rank_changed" as const;
const move = { keyword_id: 1, term: "weather", country_code: "jp", rank: 1, previous_rank: 9, window: 250 };
const data = { keyword_date: "2026-03-01", keywords: [move], keywords_total: 1 };

/** Two users who track an app and compare it with another of theirs, and an event about a term of the first one. */
async function setUpTwo() {
  const { db, api, caller } = await setUp();
  const other = await createCaller(db);
  const app = await createTracked(db, caller.user.id);
  await track(db, { userId: other.user.id, appId: app.id });
  for (const { user } of [caller, other]) {
    const parent = await createTracked(db, user.id);
    await addCompetitor(db, { userId: user.id, appId: parent.id, competitorAppId: app.id });
  }
  const occurredAt = new Date(Date.now() - 60_000);
  const id = await addEvent(db, { appId: app.id, userId: caller.user.id, type, data, occurredAt });
  const idsOf = async (path: string, as: Caller) => {
    const { body } = await api.get(path, as);
    return (body.data as { id: string }[]).map((event) => event.id);
  };
  return { db, api, caller, other, app, id, idsOf };
}

describe("[EVT-33] an event about tracked keywords of a user", () => {
  it.each([
    ["/events", true],
    ["/events?scope[]=mine", true],
    ["/events?scope[]=rivals", false],
    ["/events?sort=weight", true],
    ["/events?type[]=keyword.rank_changed", true],
    ["/events?country_code=jp", true],
    ["/events?country_code=us", false],
    [`/changes?from=${HOUR_AGO}`, true],
    [`/changes?from=${HOUR_AGO}&scope=rivals`, false],
  ])("is listed by GET %s for the user alone: %s", async (path, isListed) => {
    const { api, caller, other, id, idsOf } = await setUpTwo();
    await settleTransactions(database().sql);

    expect((await idsOf(path, caller)).includes(id)).toBe(isListed);
    expect(await idsOf(path, other)).not.toContain(id);
    expect(api.sent).toEqual([]);
  });

  it("is shown by its id to the user, and is 404 for another one who tracks the app", async () => {
    const { api, caller, other, id } = await setUpTwo();

    expect((await api.get(`/events/${id}`, caller)).body.meta.event.data).toMatchObject(data);
    const response = await api.get(`/events/${id}`, other);
    expect([response.status, response.body]).toEqual([404, (await api.get("/events/evt_999999999", other)).body]);
  });

  it("does not move the place of another user's page that is said to follow it", async () => {
    const { api, other, id } = await setUpTwo();

    const after = await api.get(`/events?after_id=${id}`, other);

    expect(after.body.data).toEqual((await api.get("/events", other)).body.data);
  });

  it("is on the overview of the user, and on no overview as one of a competitor", async () => {
    const { api, caller, other, app, id, db } = await setUpTwo();
    const overview = async (externalId: string, as: Caller) =>
      (await api.get(`/apps/ios/${externalId}/overview`, as)).body.data;
    const parent = await createTracked(db, caller.user.id);
    await addCompetitor(db, { userId: caller.user.id, appId: parent.id, competitorAppId: app.id });

    expect((await overview(app.externalId, caller)).events).toMatchObject([{ id }]);
    expect((await overview(app.externalId, other)).events).toEqual([]);
    expect((await overview(parent.externalId, caller)).rival_events).toEqual([]);
  });

  it("is sent to webhooks of the user alone, with the scope of their apps", async () => {
    const { db, caller, create, dispatch, deliveries } = await setUpDispatch();
    const other = await createCaller(db);
    const app = await createTracked(db, caller.user.id);
    const rival = await createCompetitor(db, caller.user.id, app);
    await track(db, { userId: caller.user.id, appId: rival.id });
    await track(db, { userId: other.user.id, appId: rival.id });
    const scopes = { mine: { kind: "mine" }, rivals: { kind: "rivals" } };
    const own = [await create({ scope: scopes.mine }), await create({ scope: scopes.rivals })];
    const others = await create({ scope: scopes.mine }, other);

    const reportedAt = justNow();
    await addEvent(db, { appId: rival.id, userId: caller.user.id, type, data, reportedAt });
    await dispatch();

    const sent = await Promise.all([...own, others].map(async ({ id }) => (await deliveries(id)).length));
    expect(sent).toEqual([1, 0, 0]);
  });
});
