import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { addCompetitor, addMetrics, track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

describe("GET /apps/{platform}/{external_id}/competitors", () => {
  it("[CMP-5] returns each link with the competitor's app, for an untracked app too", async () => {
    const { db, api, caller } = await setUp();
    const publisher = await createPublisher(db);
    const app = await createApp(db);
    const rival = await createApp(db, { platform: "android", publisherId: publisher.id, createdAt: day(1) });
    await addMetrics(db, { appId: rival.id, countryCode: "zz", rating: 4.5, ratingCount: 10 });
    await track(db, { userId: caller.user.id, appId: rival.id });
    const link = await addCompetitor(db, {
      userId: caller.user.id,
      appId: app.id,
      competitorAppId: rival.id,
      relationship: "indirect",
      createdAt: day(2),
    });

    const response = await api.get(`/apps/ios/${app.externalId}/competitors`, caller);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      data: [
        {
          id: link,
          app_id: app.id,
          competitor_app_id: rival.id,
          relationship: "indirect",
          app: {
            id: rival.id,
            name: rival.name,
            display_name: rival.name,
            platform: "android",
            external_id: rival.externalId,
            publisher: {
              id: publisher.id,
              name: publisher.name,
              external_id: publisher.externalId,
              platform: publisher.platform,
            },
            category: null,
            icon_url: null,
            rating: 4.5,
            rating_count: 10,
            metrics_as_of: null,
            version: null,
            created_at: "2026-01-01T00:00:00Z",
            last_synced_at: null,
            is_available: true,
            is_tracked: true,
            tags: [],
          },
          created_at: "2026-01-02T00:00:00Z",
        },
      ],
    });
  });

  it("lists the oldest links first, ties by id", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const ids: number[] = [];
    for (const createdAt of [day(3), day(1), day(2), day(1)]) {
      const { id: competitorAppId } = await createApp(db);
      ids.push(await addCompetitor(db, { userId: caller.user.id, appId: app.id, competitorAppId, createdAt }));
    }

    const response = await api.get(`/apps/ios/${app.externalId}/competitors`, caller);

    const [latest, first, middle, second] = ids;
    expect(response.body.data.map(({ id }: { id: number }) => id)).toEqual([first, second, middle, latest]);
  });

  it("[CMP-2 CMP-5] lists only the user's competitors of that app", async () => {
    const { db } = database();
    const [caller, stranger] = [await createCaller(db), await createCaller(db)];
    const [app, rival] = [await createApp(db), await createApp(db)];
    await addCompetitor(db, { userId: stranger.user.id, appId: app.id, competitorAppId: rival.id });
    await addCompetitor(db, { userId: caller.user.id, appId: rival.id, competitorAppId: app.id });

    const response = await createApi(db).get(`/apps/ios/${app.externalId}/competitors`, caller);

    expect(response.body).toEqual({ data: [] });
  });

  it.each(["/apps/ios/404404404/competitors", "/apps/windows/1/competitors", "/apps/ios/a%2Fb/competitors"])(
    "returns 404 at %s",
    async (path) => {
      const { api, caller } = await setUp();
      const response = await api.get(path, caller);

      expect(response.status).toBe(404);
      expect(response.headers["content-type"]).toBe("application/problem+json");
    },
  );
});
