import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp, createPublisher, type Publisher } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

/** A caller who tracks an app of each of these publishers, and of none twice. */
async function callerTracking(...publishers: readonly Publisher[]) {
  const caller = await createCaller(database().db);
  for (const publisher of publishers) await trackAppOf(publisher, caller.user.id);
  return caller;
}

async function trackAppOf({ id, platform }: Publisher, userId: number): Promise<void> {
  const { db } = database();
  const app = await createApp(db, { platform, publisherId: id });
  await track(db, { userId, appId: app.id });
}

const publisherNamed = (name: string, platform: "ios" | "android" = "ios") =>
  createPublisher(database().db, { name, platform });
const namesOf = (response: { body: { data: { name: string }[] } }) => response.body.data.map(({ name }) => name);

describe("GET /publishers", () => {
  it("[PUB-8] lists the publishers of the user's tracked apps by name, ignoring case", async () => {
    const api = createApi(database().db);
    const [zebra, apple, banana] = [
      await publisherNamed("Zebra"),
      await publisherNamed("apple", "android"),
      await publisherNamed("Banana"),
    ];
    const caller = await callerTracking(zebra, apple, banana);
    await callerTracking(await publisherNamed("Somebody else's"));

    const response = await api.get("/publishers", caller);

    expect(response.status).toBe(200);
    expect(namesOf(response)).toEqual(["apple", "Banana", "Zebra"]);
    expect(response.body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 50, total: 3, from: 1, to: 3 });
  });

  it("[PUB-8] returns each publisher with the number of its apps that the user tracks", async () => {
    const { db } = database();
    const publisher = await createPublisher(db, { name: "Sample Ltd", url: "https://sample.example/" });
    const caller = await callerTracking(publisher, publisher);
    await callerTracking(publisher);
    await createApp(db, { publisherId: publisher.id });

    const response = await createApi(db).get("/publishers", caller);

    expect(response.body.data).toEqual([
      {
        id: publisher.id,
        name: "Sample Ltd",
        external_id: publisher.externalId,
        platform: "ios",
        url: "https://sample.example/",
        apps_count: 2,
      },
    ]);
  });

  it("leaves out apps that have no publisher", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    await track(db, { userId: caller.user.id, appId: app.id });

    const response = await api.get("/publishers", caller);

    expect(response.body.data).toEqual([]);
    expect(response.body.meta).toMatchObject({ total: 0, from: null, to: null });
  });

  it("pages in a stable order, ties by id, with links that keep the other query parameters", async () => {
    const twins = [await publisherNamed("Twin"), await publisherNamed("Twin"), await publisherNamed("Twin")];
    const caller = await callerTracking(...twins.toReversed());
    const api = createApi(database().db);

    const first = await api.get("/publishers?per_page=2&platform=ios", caller);
    const second = await api.get("/publishers?per_page=2&platform=ios&page=2", caller);

    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: number }) => id);
    expect(ids).toEqual(twins.map(({ id }) => id));
    expect(second.body.meta).toEqual({ current_page: 2, last_page: 2, per_page: 2, total: 3, from: 3, to: 3 });
  });

  it("filters by platform", async () => {
    const caller = await callerTracking(await publisherNamed("On iOS"), await publisherNamed("On Android", "android"));

    const response = await createApi(database().db).get("/publishers?platform=android", caller);

    expect(namesOf(response)).toEqual(["On Android"]);
    expect(response.body.meta.total).toBe(1);
  });

  it("rejects an unknown platform", async () => {
    const { api, caller } = await setUp();
    const response = await api.get("/publishers?platform=windows", caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual(["platform"]);
  });
});
