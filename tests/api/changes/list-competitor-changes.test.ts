import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { addChange, addCompetitor, track } from "../../support/catalogue.ts";
import { type App, createApp } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const idsOf = (response: { body: { data: { id: number }[] } }) => response.body.data.map(({ id }) => id);

describe("GET /changes/competitors", () => {
  it("returns the changes of the competitors of tracked apps, and GET /changes/apps those of tracked apps", async () => {
    const { db, api, caller } = await setUp();
    const userId = caller.user.id;
    const parent = await createTracked(db, userId);
    const competitor = await createCompetitor(db, userId, parent);
    // Tracked and a competitor: it is in both feeds.
    await track(db, { userId, appId: competitor.id });
    const untracked = await createApp(db);
    const ofUntracked = await createCompetitor(db, userId, untracked);
    // Its parent is not tracked: it is in the feed of tracked apps alone.
    await track(db, { userId, appId: ofUntracked.id });
    const changeOf = ({ id: appId }: App) => addChange(db, { appId, locale: "en-US", fieldChanged: "title" });
    const [own, rival, , other] = [
      await changeOf(parent),
      await changeOf(competitor),
      await changeOf(untracked),
      await changeOf(ofUntracked),
    ];

    expect(idsOf(await api.get("/changes/apps", caller))).toEqual([other, rival, own]);
    const competitors = await api.get("/changes/competitors", caller);
    expect(idsOf(competitors)).toEqual([rival]);
    expect(competitors.body.meta.has_scope_apps).toBe(true);
  });

  it("returns a competitor of two apps once, and selects by either of them", async () => {
    const { db, api, caller } = await setUp();
    const [first, second] = [await createTracked(db, caller.user.id), await createTracked(db, caller.user.id)];
    const shared = await createCompetitor(db, caller.user.id, first);
    await addCompetitor(db, { userId: caller.user.id, appId: second.id, competitorAppId: shared.id });
    const alone = await createCompetitor(db, caller.user.id, second);
    const changes: number[] = [];
    for (const { id: appId } of [shared, alone])
      changes.push(await addChange(db, { appId, locale: "en-US", fieldChanged: "title" }));

    expect(idsOf(await api.get("/changes/competitors", caller))).toEqual(changes.toReversed());
    expect(idsOf(await api.get(`/changes/competitors?tracked_app_id=${first.id}`, caller))).toEqual(
      changes.slice(0, 1),
    );
  });

  it("returns nothing of what another user follows", async () => {
    const { db, api, caller } = await setUp();
    const stranger = await createCaller(db);
    const parent = await createTracked(db, stranger.user.id);
    const competitor = await createCompetitor(db, stranger.user.id, parent);
    for (const { id: appId } of [parent, competitor])
      await addChange(db, { appId, locale: "en-US", fieldChanged: "title" });

    for (const path of ["/changes/apps", "/changes/apps?scope=all", "/changes/competitors"]) {
      const { body } = await api.get(path, caller);
      expect(body.data).toEqual([]);
      expect(body.meta).toMatchObject({ total: 0, has_scope_apps: false });
    }
  });
});
