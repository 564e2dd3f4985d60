import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { addCompetitor } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";

const database = useDatabase();

/** A caller with one competitor of an app. */
async function world() {
  const { db } = database();
  const caller = await createCaller(db);
  const [app, rival] = [await createApp(db), await createApp(db)];
  const link = await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: rival.id });
  return { db, api: createApi(db), caller, app, rival, link, path: `/apps/ios/${app.externalId}/competitors` };
}

const idsOf = (response: { body: { data: { id: number }[] } }) => response.body.data.map(({ id }) => id);

describe("DELETE /apps/{platform}/{external_id}/competitors/{competitor_id}", () => {
  it("[CMP-7] removes the link and returns 204", async () => {
    const { db, api, caller, app, link, path } = await world();
    const other = await createApp(db);
    const kept = await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId: other.id });

    const response = await api.delete(`${path}/${link}`, caller);

    expect([response.status, response.text]).toEqual([204, undefined]);
    expect(idsOf(await api.get(path, caller))).toEqual([kept]);
  });

  it("returns 404 for a link that has been removed", async () => {
    const { api, caller, link, path } = await world();
    await api.delete(`${path}/${link}`, caller);

    expect((await api.delete(`${path}/${link}`, caller)).status).toBe(404);
  });

  it("removes a link once for many simultaneous requests", async () => {
    const { api, caller, link, path } = await world();

    const responses = await Promise.all(Array.from({ length: 5 }, () => api.delete(`${path}/${link}`, caller)));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
  });

  it("[CMP-2 ERR-8] returns the same 404 for another user's link as for an unknown one, and keeps the link", async () => {
    const { db, api, caller, link, path } = await world();
    const stranger = await createCaller(db);

    const foreign = await api.delete(`${path}/${link}`, stranger);
    const unknown = await api.delete(`${path}/2147483647`, stranger);

    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    expect(Object.keys(foreign.headers)).toEqual(Object.keys(unknown.headers));
    expect(idsOf(await api.get(path, caller))).toEqual([link]);
  });

  it("returns 404 for a link of another app than the path's, and keeps the link", async () => {
    const { db, api, caller, rival, link, path } = await world();
    const namesake = await createApp(db, { platform: "android", externalId: rival.externalId });

    for (const other of [`ios/${rival.externalId}`, `android/${namesake.externalId}`, "ios/404404404"]) {
      expect((await api.delete(`/apps/${other}/competitors/${link}`, caller)).status).toBe(404);
    }
    expect(idsOf(await api.get(path, caller))).toEqual([link]);
  });

  it.each([
    "0",
    "-1",
    "+1",
    "01",
    "1.0",
    "1e0",
    "1e309",
    "NaN",
    "2147483648",
    "9223372036854775808",
    "99999999999999999999",
    "abc",
    "1,2",
    "[1]",
    "%20",
    "1%00",
    "1%20OR%201=1",
    "%D9%A1",
  ])("returns 404 for the id %s", async (id) => {
    const { api, caller, path } = await world();

    const response = await api.delete(`${path}/${id}`, caller);

    expect(response.status).toBe(404);
    expect(response.headers["content-type"]).toBe("application/problem+json");
  });
});
