import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { storeSearches } from "../../../db/schema/stores.ts";
import type { SearchHit } from "../../../lib/stores/records.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { fakeHit, storeFailure } from "../../support/fake-store-records.ts";
import { withoutLiveLimits } from "../../support/stage-settings.ts";

const database = useClockedDatabase();
beforeEach(() => emptyTables(database().db, storeSearches));

let lastId = 0;

function hit(name: string): SearchHit {
  lastId += 1;
  return fakeHit(`com.shared.app${lastId}`, { name });
}

async function createWorld() {
  const { db } = database();
  const api = createApi(db, { ...withoutLiveLimits, now: db.clock.now });
  const [caller, other] = [await createCaller(db), await createCaller(db)];
  const { android: store } = api.stores;
  const search = (term: string, { as = caller, country = "us", platform = "android" } = {}) =>
    api.get(`/apps/search?${new URLSearchParams({ term, platform, country_code: country })}`, as);
  const names = ({ body }: Awaited<ReturnType<typeof search>>) => body.data.map(({ name }: { name: string }) => name);
  const pass = (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000);
  return { db, api, other, store, search, names, pass };
}

describe("the same search", () => {
  it("[APP-9] within ten minutes is one, whoever sends it, and says when the store was searched", async () => {
    const { db, other, store, search, names, pass } = await createWorld();
    store.scriptSearch("note pad", "us", { hits: [hit("B"), hit("A")] }, storeFailure("http_5xx"));
    const searchedAt = `${db.clock.now().toISOString().slice(0, 19)}Z`;

    const first = await search("note pad");
    await pass(599);
    const second = await search("note pad", { as: other });

    expect(store.calls).toHaveLength(1);
    for (const response of [first, second]) {
      expect(names(response)).toEqual(["B", "A"]);
      expect(response.body.meta).toEqual({ searched_at: searchedAt });
    }
  });

  it("[APP-9] is another one after ten minutes", async () => {
    const { db, store, search, names, pass } = await createWorld();
    store.scriptSearch("note pad", "us", { hits: [hit("Before")] }, { hits: [hit("After")] });
    await search("note pad");
    await pass(600);

    const later = await search("note pad");

    expect(names(later)).toEqual(["After"]);
    expect(later.body.meta.searched_at).toBe(`${db.clock.now().toISOString().slice(0, 19)}Z`);
  });

  it.each(["Note Pad", "  note   pad ", "ｎｏｔｅ　ｐａｄ"])(
    "[APP-9] is one for a term that differs in case, width or spaces alone: %s",
    async (term) => {
      const { store, search, names } = await createWorld();
      store.scriptSearch("note pad", "us", { hits: [hit("A")] });
      await search("note pad");

      expect(names(await search(term))).toEqual(["A"]);
      expect(store.calls).toHaveLength(1);
    },
  );

  it("[APP-9] is another one for another store, country or term", async () => {
    const { api, store, search } = await createWorld();
    await search("note pad");

    await search("note pads");
    await search("note pad", { country: "de" });
    await search("note pad", { platform: "ios" });

    expect(store.calls).toHaveLength(3);
    expect(api.stores.ios.calls).toHaveLength(1);
  });

  it("[APP-9] that found nothing is shared, and one that failed is not", async () => {
    const { store, search } = await createWorld();
    store.scriptSearch("note pad", "us", storeFailure("http_5xx"), { hits: [] });

    expect((await search("note pad")).status).toBe(502);
    for (let time = 0; time < 2; time += 1) expect((await search("note pad")).body.data).toEqual([]);

    expect(store.calls).toHaveLength(2);
  });

  it("[APP-10] keeps neither its term nor its user, and no row for long while others search", async () => {
    const { db, search, pass } = await createWorld();
    await search("a secret term");
    const [row] = await db.execute(sql`SELECT to_jsonb(s)::text AS text FROM store_searches s`);
    const calls = await db.execute(sql`SELECT to_jsonb(c)::text AS text FROM live_calls c`);
    expect(JSON.stringify([row, ...calls])).not.toContain("secret");

    await pass(601);
    await search("another");

    expect([...(await db.execute(sql`SELECT 1 FROM store_searches`))]).toHaveLength(1);
  });
});
