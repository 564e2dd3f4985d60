import { describe, expect, it } from "vitest";

import { type ApiResponse, type Caller, createApi, createCaller } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { type App, createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** A tracked app with competitors of these names. */
async function trackedGroup(
  caller: Caller,
  group: { name: string; rivals: readonly string[]; trackedAt?: Date; platform?: App["platform"] },
): Promise<App> {
  const { db } = database();
  const { name, platform = "ios", trackedAt = day(1) } = group;
  const parent = await createApp(db, { name, platform });
  await track(db, { userId: caller.user.id, appId: parent.id, createdAt: trackedAt });
  await addRivals(db, { caller, parent, names: group.rivals });
  return parent;
}

async function addRivals(db: TestDb, input: { caller: Caller; parent: App; names: readonly string[] }): Promise<void> {
  for (const name of input.names) {
    const { id: competitorAppId } = await createApp(db, { name });
    await addCompetitor(db, { userId: input.caller.user.id, appId: input.parent.id, competitorAppId });
  }
}

type Group = { parent: { name: string }; competitors: { app: { name: string } }[] };

const groupsOf = ({ body }: ApiResponse) =>
  body.data.map(({ parent, competitors }: Group) => [parent.name, competitors.map(({ app }) => app.name)]);

describe("GET /competitors", () => {
  it("[CMP-8] groups every competitor of the user by tracked app, newest tracked first, oldest link first", async () => {
    const api = createApi(database().db);
    const [caller, stranger] = [await createCaller(database().db), await createCaller(database().db)];
    await trackedGroup(caller, { name: "Old", rivals: ["A", "B"], trackedAt: day(1) });
    await trackedGroup(caller, { name: "New", rivals: ["C"], trackedAt: day(3) });
    await trackedGroup(caller, { name: "Between", rivals: ["E", "D"], trackedAt: day(2) });
    await trackedGroup(stranger, { name: "Somebody else's", rivals: ["F"] });

    const response = await api.get("/competitors", caller);

    expect(response.status).toBe(200);
    expect(groupsOf(response)).toEqual([
      ["New", ["C"]],
      ["Between", ["E", "D"]],
      ["Old", ["A", "B"]],
    ]);
    expect(response.body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 50, total: 3, from: 1, to: 3 });
  });

  it("returns the apps and links as the other endpoints do", async () => {
    const { api, caller } = await setUp();
    const parent = await trackedGroup(caller, { name: "Parent", rivals: ["Rival"] });

    const [group] = (await api.get("/competitors", caller)).body.data;

    expect(Object.keys(group)).toEqual(["parent", "competitors"]);
    expect((await api.get("/apps", caller)).body.data).toMatchObject([group.parent]);
    expect(group.competitors).toEqual((await api.get(`/apps/ios/${parent.externalId}/competitors`, caller)).body.data);
  });

  it("breaks ties of tracked apps by the greater id, across pages too", async () => {
    const { api, caller } = await setUp();
    for (const name of ["First", "Second", "Third"]) await trackedGroup(caller, { name, rivals: ["A"] });

    const whole = await api.get("/competitors", caller);
    const pages = [
      await api.get("/competitors?per_page=2", caller),
      await api.get("/competitors?per_page=2&page=2", caller),
    ];

    for (const groups of [groupsOf(whole), pages.flatMap(groupsOf)])
      expect(groups.map(([name]: [string]) => name)).toEqual(["Third", "Second", "First"]);
  });

  it("[CMP-8] leaves out tracked apps without competitors and untracked apps", async () => {
    const { db, api, caller } = await setUp();
    await trackedGroup(caller, { name: "Alone", rivals: [] });
    await addRivals(db, { caller, parent: await createApp(db), names: ["Of an untracked app"] });
    const shared = await createApp(db, { name: "Shared" });
    await track(db, { userId: caller.user.id, appId: shared.id });
    await addRivals(db, { caller: await createCaller(db), parent: shared, names: ["A stranger's"] });

    const response = await api.get("/competitors", caller);

    expect(response.body.data).toEqual([]);
    expect(response.body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 50, total: 0, from: null, to: null });
  });

  it("filters by the platform of the tracked app", async () => {
    const { db, api, caller } = await setUp();
    const parent = await trackedGroup(caller, { name: "On Android", rivals: [], platform: "android" });
    await addRivals(db, { caller, parent, names: ["On iOS"] });
    await trackedGroup(caller, { name: "Other", rivals: ["B"] });

    expect(groupsOf(await api.get("/competitors?platform=android", caller))).toEqual([["On Android", ["On iOS"]]]);
  });

  it("pages the tracked apps, each with all its competitors", async () => {
    const { api, caller } = await setUp();
    for (let count = 1; count <= 5; count += 1) {
      await trackedGroup(caller, { name: `a${count}`, rivals: ["B", "C", "D"], trackedAt: day(count) });
    }

    const response = await api.get("/competitors?search=a&per_page=2&page=2&platform=ios", caller);

    expect(groupsOf(response)).toEqual([
      ["a3", ["B", "C", "D"]],
      ["a2", ["B", "C", "D"]],
    ]);
    expect(response.body.meta).toEqual({ current_page: 2, last_page: 3, per_page: 2, total: 5, from: 3, to: 4 });
  });

  it("starts no app on a page after 50 competitors, and neither splits nor repeats one", async () => {
    const { api, caller } = await setUp();
    const sizes = [30, 40, 1, 100, 2, 48, 1, 3];
    for (const [index, size] of sizes.entries()) {
      const rivals = Array.from({ length: size }, (_, rival) => `R${rival}`);
      await trackedGroup(caller, { name: `P${index}`, rivals, trackedAt: day(20 - index) });
    }

    const pages = [];
    for (const page of [1, 2, 3, 4, 5]) pages.push(await api.get(`/competitors?page=${page}`, caller));

    const shown = pages.map((page) =>
      groupsOf(page).map(([name, rivals]: [string, string[]]) => `${name}: ${rivals.length}`),
    );
    expect(shown).toEqual([["P0: 30", "P1: 40"], ["P2: 1", "P3: 100"], ["P4: 2", "P5: 48"], ["P6: 1", "P7: 3"], []]);
    expect(pages.map(({ body: { meta } }) => [meta.from, meta.to, meta.last_page, meta.total])).toEqual([
      [1, 2, 4, 8],
      [3, 4, 4, 8],
      [5, 6, 4, 8],
      [7, 8, 4, 8],
      [null, null, 4, 8],
    ]);
  });

  it.each([
    ["platform", "platform=windows"],
    ["search", `search=${"a".repeat(101)}`],
    ["search", "search=a%00b"],
    ["search", "search[]=a"],
  ])("rejects a wrong %s: %s", async (field, query) => {
    const { api, caller } = await setUp();
    const response = await api.get(`/competitors?${query}`, caller);

    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual([field]);
  });
});

describe("a search of GET /competitors", () => {
  async function searching(text: string) {
    const caller = await createCaller(database().db);
    await trackedGroup(caller, { name: "Notes", rivals: ["Paper", "Notebook"], trackedAt: day(2) });
    await trackedGroup(caller, { name: "100% Tasks", rivals: ["Under_score", "UnderXscore", "Back\\slash"] });
    return createApi(database().db).get(`/competitors?search=${encodeURIComponent(text)}`, caller);
  }

  it("keeps a group whole when the tracked app's name matches, in any case", async () => {
    const response = await searching("nOTEs");

    expect(groupsOf(response)).toEqual([["Notes", ["Paper", "Notebook"]]]);
    expect(response.body.meta.total).toBe(1);
  });

  it("otherwise keeps only the competitors whose own name matches", async () => {
    expect(groupsOf(await searching("PAPER"))).toEqual([["Notes", ["Paper"]]]);
  });

  it("leaves out groups in which nothing matches", async () => {
    const response = await searching("nothing like it");

    expect(response.body.data).toEqual([]);
    expect(response.body.meta.total).toBe(0);
  });

  it.each([
    ["100%", [["100% Tasks", ["Under_score", "UnderXscore", "Back\\slash"]]]],
    ["R_S", [["100% Tasks", ["Under_score"]]]],
    ["k\\s", [["100% Tasks", ["Back\\slash"]]]],
    ["' OR 1=1 --", []],
  ])("takes every character of %s literally", async (text, groups) => {
    expect(groupsOf(await searching(text))).toEqual(groups);
  });

  it.each(["İ", "ı", "I", "i"])("finds names with a dotted or dotless i by searching %s", async (letter) => {
    const { api, caller } = await setUp();
    await trackedGroup(caller, { name: "IŞIK", rivals: ["Anything"] });
    await trackedGroup(caller, { name: "Notes", rivals: ["ışık", "İşİk", "işık", "Lamp"] });

    const path = `/competitors?search=${encodeURIComponent(`${letter}Ş`)}`;
    const groups = groupsOf(await api.get(path, caller));

    expect(Object.fromEntries(groups)).toEqual({ IŞIK: ["Anything"], Notes: ["ışık", "İşİk", "işık"] });
  });

  it("is ignored when blank", async () => {
    expect(groupsOf(await searching(" "))).toHaveLength(2);
  });

  it("matches the store's id of an app without a name", async () => {
    const { db, api, caller } = await setUp();
    const parent = await trackedGroup(caller, { name: "Parent", rivals: ["Named"] });
    const nameless = await createApp(db, { name: null, externalId: `com.nameless.x${caller.user.id}` });
    await addCompetitor(db, { userId: caller.user.id, appId: parent.id, competitorAppId: nameless.id });

    const response = await api.get("/competitors?search=COM.NAMELESS", caller);

    expect(groupsOf(response)).toEqual([["Parent", [nameless.externalId]]]);
  });
});
