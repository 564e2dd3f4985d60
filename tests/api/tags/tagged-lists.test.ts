import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { addChange } from "../../support/catalogue.ts";
import { addEvent } from "../../support/events.ts";
import { type App, createPublisher } from "../../support/factories.ts";
import { createCompetitor, createTracked } from "../../support/followed-apps.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const AT = new Date("2026-03-30T12:00:00Z");

/** Two tracked apps with a competitor each, and another competitor of the plain one; one of each pair has a tag. */
async function world() {
  const { db, api, caller } = await setUp({ now: () => new Date("2026-03-31T12:00:00Z"), requestsPerMinute: 1_000 });
  const userId = caller.user.id;
  const [publisher, growing] = [await createPublisher(db), await createPublisher(db)];
  const tagged = await createTracked(db, userId, { name: "tagged", publisherId: growing.id });
  const plain = await createTracked(db, userId, { name: "plain", publisherId: publisher.id });
  const apps = {
    tagged,
    plain,
    rival: await createCompetitor(db, userId, tagged, { name: "rival of tagged" }),
    plainRival: await createCompetitor(db, userId, plain, { name: "rival of plain" }),
    taggedRival: await createCompetitor(db, userId, plain, { name: "tagged rival" }),
  };
  const tag: number = (await api.post("/tags", { name: "Games" }, caller)).body.data.id;
  const unused: number = (await api.post("/tags", { name: "Unused" }, caller)).body.data.id;
  const give = ({ externalId }: App) =>
    api.request({ method: "PUT", path: `/apps/ios/${externalId}/tags/${tag}`, token: caller.token });
  for (const app of [apps.tagged, apps.taggedRival]) await give(app);
  for (const { id } of nonEmpty(Object.values(apps))) {
    await addChange(db, { appId: id, locale: "en-US", fieldChanged: "title", detectedAt: AT });
    await addEvent(db, { appId: id, occurredAt: AT, reportedAt: AT });
  }
  const namesIn = async (path: string) => {
    const { data, meta } = (await api.get(path, caller)).body;
    const names = data.map((row: { name?: string; app?: { name: string } }) => row.app?.name ?? row.name).toSorted();
    expect(meta.total).toBe(names.length);
    return names;
  };
  return { db, api, caller, apps, tag, unused, namesIn, publishers: { publisher, growing } };
}

describe("GET /apps?tags=", () => {
  it("[OWN-24] lists the tracked apps that have at least one of the tags", async () => {
    const { tag, unused, namesIn } = await world();

    expect(await namesIn(`/apps?tags=${tag}`)).toEqual(["tagged"]);
    expect(await namesIn(`/apps?tags[]=${unused}&tags[]=${tag}`)).toEqual(["tagged"]);
    expect(await namesIn(`/apps?tags=${unused}`)).toEqual([]);
    expect(await namesIn("/apps?tags=")).toEqual(["plain", "tagged"]);
  });

  it.each(["", "&sort=rating", "&include=trends", "&platform=ios&search=a", "&platform=ios&sort=last_event"])(
    "[OWN-24] finds them with other parameters: %s",
    async (others) => {
      const { tag, namesIn } = await world();

      expect(await namesIn(`/apps?tags=${tag}${others}`)).toEqual(["tagged"]);
    },
  );

  it("[OWN-24] shows each app's tags by name, and those of nobody else", async () => {
    const { db, api, caller, apps, tag } = await world();
    const { data } = (await api.post("/tags", { name: "Alpha" }, caller)).body;
    const path = `/apps/ios/${apps.tagged.externalId}/tags/${data.id}`;
    await api.request({ method: "PUT", path, token: caller.token });
    const other = await createCaller(db);
    await api.post(`/apps/ios/${apps.tagged.externalId}/track`, undefined, other);

    const [mine, theirs] = [await api.get("/apps?search=tagged", caller), await api.get("/apps", other)];

    const both = [
      { id: data.id, name: "Alpha" },
      { id: tag, name: "Games" },
    ];
    expect(mine.body.data[0].tags).toEqual(both);
    expect(theirs.body.data[0].tags).toEqual([]);
  });

  it("[OWN-24] finds nothing by another user's tag", async () => {
    const { db, api, tag, apps } = await world();
    const other = await createCaller(db);
    await api.post(`/apps/ios/${apps.tagged.externalId}/track`, undefined, other);

    const paths = ["/apps", "/events", "/changes/apps", "/changes/competitors", "/competitors"];
    for (const path of paths) expect((await api.get(`${path}?tags=${tag}`, other)).body.data).toEqual([]);
  });

  it("rejects what is no id, and more tags than a user can have", async () => {
    const { api, caller } = await world();
    const many = Array.from({ length: 51 }, (_, n) => n + 1).join();

    expect((await api.get("/apps?tags=games", caller)).body.errors).toHaveProperty("tags.0");
    expect((await api.get(`/apps?tags=${many}`, caller)).body.errors).toHaveProperty("tags");
  });
});

describe.each([
  ["/events", { scope: "scope=mine" }, { scope: "scope=rivals" }, { scope: "scope=all" }],
  ["/changes", { path: "/apps" }, { path: "/competitors" }, { path: "/apps", scope: "scope=all" }],
])("GET %s?tags=", (feed, mine, rivals, all) => {
  const address = ({ path = "", scope = "" }: { path?: string; scope?: string }, tag: number) =>
    `${feed}${path}?tags=${tag}&${scope}`;

  it("[OWN-25] lists the tracked apps with the tag, and their competitors beside those with the tag", async () => {
    const { tag, namesIn } = await world();

    expect(await namesIn(address(mine, tag))).toEqual(["tagged"]);
    expect(await namesIn(address(rivals, tag))).toEqual(["rival of tagged", "tagged rival"]);
    expect(await namesIn(address(all, tag))).toEqual(["rival of tagged", "tagged", "tagged rival"]);
  });

  it("[OWN-25] covers apps although none has the tag", async () => {
    const { api, caller, unused } = await world();

    const { data, meta } = (await api.get(address(all, unused), caller)).body;

    expect([data, meta.has_scope_apps]).toEqual([[], true]);
  });
});

describe("GET /events?tags=", () => {
  it("[OWN-25] lists new apps of the publishers of tagged apps alone", async () => {
    const { db, tag, namesIn, publishers } = await world();
    for (const [name, { id }] of nonEmpty(Object.entries(publishers))) {
      const stranger = await createCaller(db);
      const added = await createTracked(db, stranger.user.id, { name: `new of ${name}`, publisherId: id });
      const data = { publisher: { id, external_id: "1", name: "P" } };
      const at = { occurredAt: AT, reportedAt: AT };
      await addEvent(db, { appId: added.id, publisherId: id, type: "publisher.app_added", data, ...at });
    }
    const type = "type=publisher.app_added";

    expect(await namesIn(`/events?${type}`)).toEqual(["new of growing", "new of publisher"]);
    expect(await namesIn(`/events?${type}&tags=${tag}`)).toEqual(["new of growing"]);
    expect(await namesIn(`/events?${type}&tags=${tag}&sort=weight`)).toEqual(["new of growing"]);
  });
});

describe("GET /competitors?tags=", () => {
  it("[OWN-25] lists all competitors of a tagged app, and tagged competitors of others", async () => {
    const { api, caller, tag } = await world();

    const { data } = (await api.get(`/competitors?tags=${tag}`, caller)).body;

    type Group = { parent: { name: string }; competitors: { app: { name: string } }[] };
    const groups = data.map(({ parent, competitors }: Group) => [parent.name, competitors.map(({ app }) => app.name)]);
    expect(Object.fromEntries(groups)).toEqual({ tagged: ["rival of tagged"], plain: ["tagged rival"] });
  });
});

describe("GET /dashboard?tags=", () => {
  it("[OWN-25] counts the tracked apps with the tag and their competitors", async () => {
    const { api, caller, tag, unused } = await world();
    const countsFor = async (query: string) => {
      const { total_apps, total_competitors } = (await api.get(`/dashboard${query}`, caller)).body.data;
      return [total_apps, total_competitors];
    };

    expect(await countsFor("")).toEqual([2, 3]);
    expect(await countsFor(`?tags=${tag}`)).toEqual([1, 1]);
    expect(await countsFor(`?tags=${unused}`)).toEqual([0, 0]);
  });
});

describe("GET /publishers?tags=", () => {
  it("[OWN-24] lists the publishers of the tracked apps with the tag", async () => {
    const { api, caller, tag, unused, publishers } = await world();
    const idsFor = async (query: string) => {
      const { data, meta } = (await api.get(`/publishers${query}`, caller)).body;
      expect(meta.total).toBe(data.length);
      return data.map(({ id }: { id: number }) => id);
    };

    expect((await idsFor("")).toSorted()).toEqual([publishers.publisher.id, publishers.growing.id].toSorted());
    expect(await idsFor(`?tags=${tag}`)).toEqual([publishers.growing.id]);
    expect(await idsFor(`?tags=${unused}`)).toEqual([]);
  });
});
