import { inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { apps } from "../../../db/schema/apps.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { categoryIdOf } from "../../support/charts.ts";
import { type TestDb, useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp } from "../../support/factories.ts";

export const SYNCED_AT = new Date("2026-03-01T00:00:00Z");

/** An app that both lists show. */
export function createShown(db: TestDb, overrides: Parameters<typeof createApp>[1] = {}) {
  return createApp(db, { iconUrl: "https://store.example/icon.png", lastSyncedAt: SYNCED_AT, ...overrides });
}

/** Describes what both lists have in common, and returns how to read one of them from a catalogue that is empty before each test. */
export function describeExplorer(kind: "icons" | "screenshots") {
  const database = useDatabase();
  beforeEach(() => emptyTables(database().db, apps));

  async function explore(query = "") {
    const { db } = database();
    const response = await createApi(db).get(`/explorer/${kind}${query}`, await createCaller(db));
    return { ...response, names: (response.body.data ?? []).map((app: { name: string }) => app.name) };
  }

  describe(`GET /explorer/${kind}, as the other list,`, () => {
    it("lists apps that nobody tracks, last discovered first, however they were synced since", async () => {
      const { db } = database();
      for (const [name, minute] of [
        ["First", 3],
        ["Second", 1],
        ["Third", 2],
      ] as const)
        await createShown(db, { name, lastSyncedAt: new Date(SYNCED_AT.getTime() + minute * 60_000) });

      const { status, names, body } = await explore();

      expect(status).toBe(200);
      expect(names).toEqual(["Third", "Second", "First"]);
      expect(body.meta).toMatchObject({ total: 3, from: 1, to: 3 });
    });

    it("shows every app once over all pages", async () => {
      const { db } = database();
      for (const name of ["1", "2", "3", "4", "5"]) await createShown(db, { name });
      const pages = [await explore(`?per_page=2`), await explore(`?per_page=2&page=2`)];
      const last = await explore(`?per_page=2&page=3`);

      expect([...pages, last].flatMap(({ names }) => names)).toEqual(["5", "4", "3", "2", "1"]);
      expect(last.body.meta).toEqual({ current_page: 3, last_page: 3, per_page: 2, total: 5, from: 5, to: 5 });
    });

    it("[PAGE-1] shows no app twice and none less over pages that follow each other while apps are discovered and deleted", async () => {
      const { db } = database();
      const shown = [];
      for (const name of ["1", "2", "3", "4", "5"]) shown.push(await createShown(db, { name }));
      const follow = async ({ links }: { links: { next: string } }) =>
        await explore(links.next.replace(`/api/v1/explorer/${kind}`, ""));

      const first = await explore("?per_page=2");
      await createShown(db, { name: "6" });
      await createShown(db, { name: "7" });
      const second = await follow(first.body);
      await db.delete(apps).where(
        inArray(
          apps.id,
          shown.slice(3).map(({ id }) => id),
        ),
      );
      const third = await follow(second.body);

      expect([first, second, third].flatMap(({ names }) => names)).toEqual(["5", "4", "3", "2", "1"]);
      expect(second.body.links.prev).not.toContain("after_id");
      expect(second.body.meta).toMatchObject({ current_page: 2, from: 3, to: 4, total: 7 });
      expect(third.body.links.next).toBeNull();
    });

    it("filters by platform, category and part of the name, and keeps the filters in its links", async () => {
      const { db } = database();
      const categoryId = await categoryIdOf(db, "ios", "6007");
      await createShown(db, { name: "Notes 100%", categoryId });
      await createShown(db, { name: "Notes 1000", categoryId });
      await createShown(db, { name: "Weather", categoryId });
      await createShown(db, { name: "Notes of another category" });
      await createShown(db, { name: "Notes for Android", platform: "android" });
      const query = `platform=ios&category_id=${categoryId}&search=notes%20100%25`;

      const { names, body } = await explore(`?${query}`);

      expect(names).toEqual(["Notes 100%"]);
      expect(body.links.first).toBe(`/api/v1/explorer/${kind}?${query}&page=1`);
      expect((await explore(`?platform=android`)).names).toEqual(["Notes for Android"]);
      expect((await explore(`?search=NOTES`)).names).toHaveLength(4);
    });

    it("takes the category of all apps as that of the platform", async () => {
      const { db } = database();
      await createShown(db, { name: "iOS" });
      await createShown(db, { name: "Android", platform: "android" });

      expect((await explore(`?category_id=${await categoryIdOf(db, "android", null)}`)).names).toEqual(["Android"]);
    });

    it("rejects a category that is unknown, or of the other platform", async () => {
      const category = await categoryIdOf(database().db, "android", "PRODUCTIVITY");
      const responses = [await explore(`?category_id=999999`), await explore(`?platform=ios&category_id=${category}`)];

      for (const { status, body } of responses) {
        expect(status).toBe(422);
        expect(body.errors).toEqual({ category_id: ["The selected category id is invalid."] });
      }
    });
  });

  return { database, explore };
}
