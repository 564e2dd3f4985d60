import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createApp, createPublisher } from "../../support/factories.ts";
import { createFakeStore } from "../../support/fake-store.ts";
import { createPipeline } from "../../support/pipeline.ts";
import { useApi } from "../../support/use-api.ts";

const database = useClockedDatabase();
const setUp = useApi(database);

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const artistId = () => String(Math.floor(Math.random() * 1e12));

/** An iOS publisher of which the caller tracks these many apps, the last one newest. */
async function trackedPublisher(apps: number) {
  const { db } = database();
  const caller = await createCaller(db);
  const publisher = await createPublisher(db, { externalId: artistId(), url: "https://sample.example/" });
  for (let number = 1; number <= apps; number += 1) {
    const app = await createApp(db, { name: `App ${number}`, publisherId: publisher.id });
    await track(db, { userId: caller.user.id, appId: app.id, createdAt: day(number) });
  }
  return { caller, publisher, path: `/publishers/ios/${publisher.externalId}` };
}

describe("GET /publishers/{platform}/{external_id}", () => {
  it("[PUB-9] returns the publisher with its apps that the user tracks, newest tracked first", async () => {
    const { db } = database();
    const { caller, publisher, path } = await trackedPublisher(2);
    await createApp(db, { name: "Untracked", publisherId: publisher.id });
    const foreign = await createApp(db, { name: "Of nobody" });
    await track(db, { userId: caller.user.id, appId: foreign.id });

    const response = await createApi(db).get(path, caller);

    expect(response.status).toBe(200);
    expect(response.body.data.publisher).toEqual({
      id: publisher.id,
      name: publisher.name,
      external_id: publisher.externalId,
      platform: "ios",
      url: "https://sample.example/",
    });
    expect(response.body.data.apps).toMatchObject([
      { name: "App 2", is_tracked: true, publisher: { id: publisher.id } },
      { name: "App 1", is_tracked: true, publisher: { id: publisher.id } },
    ]);
    const [newest] = (await createApi(db).get("/apps?search=App 2", caller)).body.data;
    expect(newest).toMatchObject(response.body.data.apps[0]);
  });

  it("[PUB-9] returns a publisher without apps when the user tracks none of them", async () => {
    const { api, caller } = await setUp();
    const { path } = await trackedPublisher(1);

    const response = await api.get(path, caller);

    expect(response.status).toBe(200);
    expect(response.body.data.apps).toEqual([]);
  });

  it("[PUB-4 PUB-9] returns a publisher that was created when an app was synced", async () => {
    const { db } = database();
    const [caller, publisherId] = [await createCaller(db), artistId()];
    const app = await createApp(db);
    await track(db, { userId: caller.user.id, appId: app.id });
    const store = createFakeStore("ios");
    store.scriptIdentity(app.externalId, "us", { publisher_external_id: publisherId });
    const api = createApi(db);
    expect((await api.get(`/publishers/ios/${publisherId}`, caller)).status).toBe(404);

    const pipeline = createPipeline(db, store);
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());

    expect((await api.get(`/publishers/ios/${publisherId}`, caller)).body.data).toMatchObject({
      publisher: { name: "Paper Kite Studio", external_id: publisherId, url: "https://paperkite.example/" },
      apps: [{ id: app.id }],
    });
  });

  it.each([
    "ios/404404",
    "ios/not-a-number",
    "ios/12345678901234567890",
    "android/Nobody+At+All",
    "android/.",
    "android/..",
    "android/%20%E3%80%80",
    "android/%25E0%25A4",
    "android/100%25",
    "android/a%00b",
    `android/${"a".repeat(256)}`,
    "windows/1",
    "IOS/1",
  ])("[PUB-10] returns 404 for a publisher that is not in the database: %s", async (path) => {
    const { api, caller } = await setUp();
    const response = await api.get(`/publishers/${path}`, caller);

    expect(response.status).toBe(404);
    expect(response.headers["content-type"]).toBe("application/problem+json");
  });

  it("[PUB-1] looks for the publisher on its own platform only", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createPublisher(db, { platform: "ios", externalId: artistId() });

    expect((await api.get(`/publishers/android/${externalId}`, caller)).status).toBe(404);
  });
});
