import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { createApp } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { useTags } from "./use-tags.ts";

const setUpTags = useTags();

describe("PUT /apps/{platform}/{external_id}/tags/{tag_id}", () => {
  it("[OWN-22] take competitors, and no app that the caller does not follow", async () => {
    const { db, caller, create, put, tagsOf, app } = await setUpTags();
    const games = await create("Games");
    const competitor = await createCompetitor(db, caller.user.id, app);
    const stranger = await createCaller(db);
    const theirs = await createTracked(db, stranger.user.id);
    const unfollowed = await createApp(db);

    expect((await put(competitor, games)).status).toBe(204);
    expect([(await put(theirs, games)).status, (await put(unfollowed, games)).status]).toEqual([404, 404]);
    expect([await tagsOf(competitor), await tagsOf(theirs)]).toEqual([["Games"], []]);
  });

  it("[OWN-23] an app loses its tags when it is neither tracked nor a competitor any longer", async () => {
    const { db, api, caller, create, put, list, tagsOf, app } = await setUpTags();
    const games = await create("Games");
    const rival = await createCompetitor(db, caller.user.id, app);
    const both = await createCompetitor(db, caller.user.id, app);
    await api.post(`/apps/ios/${both.externalId}/track`, undefined, caller);
    for (const one of [app, rival, both]) await put(one, games);

    await api.delete(`/apps/ios/${app.externalId}/track`, caller);

    expect([await tagsOf(app), await tagsOf(rival), await tagsOf(both)]).toEqual([[], [], ["Games"]]);
    expect(await list()).toMatchObject([{ apps_count: 1 }]);
    await api.delete(`/apps/ios/${both.externalId}/track`, caller);
    expect(await list()).toMatchObject([{ apps_count: 0 }]);
  });

  it("[OWN-23] keep no tag of an app that is untracked meanwhile", async () => {
    const { api, caller, create, put, list, app } = await setUpTags();
    const games = await create("Games");

    for (let n = 0; n < 10; n += 1) {
      await api.post(`/apps/ios/${app.externalId}/track`, undefined, caller);
      await Promise.all([put(app, games), api.delete(`/apps/ios/${app.externalId}/track`, caller)]);

      expect(await list()).toMatchObject([{ apps_count: 0 }]);
    }
  });
});
