import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { storeBudgets, storeSuggestions } from "../../../db/schema/stores.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { liveFailures } from "../../support/live-failures.ts";
import { rejectedSearches } from "../../support/rejected-searches.ts";

const database = useClockedDatabase();
beforeEach(() => emptyTables(database().db, storeBudgets, storeSuggestions));

async function createWorld() {
  const { db } = database();
  const api = createApi(db, { now: db.clock.now });
  const [caller, other] = [await createCaller(db), await createCaller(db)];
  const { android: store } = api.stores;
  const suggest = (term: string, { as = caller, country = "us", platform = "android" } = {}) =>
    api.get(`/keywords/suggestions?${new URLSearchParams({ term, platform, country_code: country })}`, as);
  const pass = (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000);
  return { db, api, caller, other, store, suggest, pass };
}

describe("GET /keywords/suggestions", () => {
  it("[SUG-1] returns the terms that the store suggests, in its order", async () => {
    const { api, db, store, suggest } = await createWorld();
    store.scriptSuggestions("wea", "de", { found: ["weather radar", "wear os", "weapon"] });

    const { status, body } = await suggest("wea", { country: "DE" });

    expect([status, body]).toEqual([
      200,
      {
        data: [
          { term: "weather radar", position: 1 },
          { term: "wear os", position: 2 },
          { term: "weapon", position: 3 },
        ],
        meta: { searched_at: `${db.clock.now().toISOString().slice(0, 19)}Z` },
      },
    ]);
    expect(api.stores.android.calls).toMatchObject([{ subject: "wea", countries: ["de"], locales: ["de-DE"] }]);
  });

  it.each(rejectedSearches)("[SUG-1] is 422 for %s: %s", async (field, query) => {
    const { api, caller, store } = await createWorld();

    const { status, body } = await api.get(`/keywords/suggestions?${query}`, caller);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(store.calls).toEqual([]);
  });

  it("[SUG-2] asks the store once for terms that differ in case, width or spaces alone, whoever sends them", async () => {
    const { other, store, suggest, pass } = await createWorld();
    store.scriptSuggestions("note pad", "us", { found: ["note pad pro"] }, storeFailure("http_5xx"));
    await suggest("note pad");
    await pass(599);

    const again = await suggest(" Note  ｐａｄ ", { as: other });

    expect(again.body.data).toEqual([{ term: "note pad pro", position: 1 }]);
    expect(store.calls).toHaveLength(1);
  });

  it("[SUG-2] asks the store again after ten minutes, and for another storefront, store or term", async () => {
    const { api, store, suggest, pass } = await createWorld();
    await suggest("note");
    await pass(600);
    await suggest("note");
    await suggest("note", { country: "de" });
    await suggest("notes");
    await suggest("note", { platform: "ios" });

    expect(store.calls.map(({ subject, countries }) => [subject, ...countries])).toEqual([
      ["note", "us"],
      ["note", "us"],
      ["note", "de"],
      ["notes", "us"],
    ]);
    expect(api.stores.ios.calls).toHaveLength(1);
  });

  it.each(liveFailures)(
    "[SUG-2] is %i when the store fails with %o, and asks it again",
    async (status, failure, wait) => {
      const { store, suggest } = await createWorld();
      store.scriptSuggestions("note", "us", failure, { found: ["notes"] });

      const failed = await suggest("note");

      expect([failed.status, failed.headers["retry-after"]]).toEqual([status, wait]);
      expect((await suggest("note")).body.data).toEqual([{ term: "notes", position: 1 }]);
    },
  );

  it("[SUG-2] is 503 while the searches of the store are closed, and takes nothing", async () => {
    const { db, store, suggest } = await createWorld();
    await db.execute(sql`INSERT INTO store_budgets (bucket, tokens, refilled_at, blocked_until)
      VALUES ('play_search', 60, clock_timestamp(), clock_timestamp() + interval '90 seconds')`);

    const { status, headers } = await suggest("note");

    expect([status, headers["retry-after"]]).toEqual([503, "90"]);
    expect(store.calls).toEqual([]);
  });

  it("[SUG-3] keeps neither the term nor its user, and no row for long while others ask", async () => {
    const { db, store, suggest, pass } = await createWorld();
    store.scriptSuggestions("a secret term", "us", { found: ["shown"] });
    await suggest("a secret term");
    const rows = await db.execute(sql`SELECT to_jsonb(s)::text AS text FROM store_suggestions s
      UNION ALL SELECT to_jsonb(c)::text FROM live_calls c`);
    expect(JSON.stringify([...rows])).toContain("shown");
    expect(JSON.stringify([...rows])).not.toContain("secret");

    await pass(601);
    await suggest("another");

    expect([...(await db.execute(sql`SELECT 1 FROM store_suggestions`))]).toHaveLength(1);
  });

  it("[LIM-5] counts towards the day's searches", async () => {
    const { db, api, caller } = await createWorld();
    const few = createApi(db, { dayAllowances: { store_requests: 1, syncs: 1 } });
    await few.get("/keywords/suggestions?platform=ios&term=note", caller);

    expect((await few.get("/apps/search?platform=ios&term=note", caller)).status).toBe(429);
    expect((await api.get("/apps/search?platform=ios&term=note", caller)).status).toBe(200);
  });

  it("is 401 without a token", async () => {
    const { api } = await createWorld();

    expect((await api.get("/keywords/suggestions?platform=ios&term=note")).status).toBe(401);
  });
});
