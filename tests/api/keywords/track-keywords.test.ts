import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { keywords as prodKeywords } from "../../../infra/aws/stages.ts";
import { createApi, createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";

const database = useDatabase();

async function createWorld(limits: { readonly perUserMax?: number; readonly termsMax?: number } | "off" = {}) {
  const { db } = database();
  const { perUserMax = 200, termsMax = 1_000_000 } = limits === "off" ? {} : limits;
  const keywordSettings =
    limits === "off" ? limits : { ...prodKeywords, perUserMax, termsMax: { ios: termsMax, android: termsMax } };
  const api = createApi(db, { keywordSettings });
  const [caller, other] = [await createCaller(db), await createCaller(db)];
  const app = await createApp(db, { platform: "ios" });
  for (const { user } of [caller, other]) await track(db, { userId: user.id, appId: app.id });
  const path = `/apps/ios/${app.externalId}/tracked-keywords`;
  const rows = (...terms: readonly string[]) => terms.map((term) => ({ term, country_code: "us" }));
  const add = (items: readonly object[], as = caller) => api.post(path, { items }, as);
  const list = (query = "", as = caller) => api.get(`${path}${query}`, as);
  const termsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.data.map(({ term }: { term: string }) => term);
  return { db, api, app, caller, other, path, rows, add, list, termsOf };
}

const unique = () => crypto.randomUUID().slice(0, 8);

describe("POST /apps/{platform}/{external_id}/tracked-keywords", () => {
  it("[TKW-1 TKW-2 TKW-3] tracks terms in their normal form, and names those that are tracked already", async () => {
    const { add, list } = await createWorld();
    const term = unique();
    const first = await add([{ term: ` ${term.toUpperCase()}  Radar`, country_code: "US" }]);
    expect([first.status, first.body.data]).toEqual([
      201,
      {
        added: [{ keyword_id: expect.any(Number), term: `${term} radar`, country_code: "us" }],
        existing: [],
      },
    ]);
    const [{ keyword_id }] = first.body.data.added;

    const again = await add([
      { term: `${term} radar`, country_code: "us" },
      { term: `${term}  RADAR`, country_code: "us" },
      { term: `${term} radar`, country_code: "de" },
    ]);

    expect(again.body.data.existing).toEqual([{ keyword_id, term: `${term} radar`, country_code: "us" }]);
    expect(again.body.data.added).toMatchObject([{ term: `${term} radar`, country_code: "de" }]);
    const { body } = await list();
    expect(body.data).toMatchObject([
      { term: `${term} radar`, country_code: "de" },
      { keyword_id, term: `${term} radar`, country_code: "us" },
    ]);
    expect(body.meta).toMatchObject({ total: 2, used: 2, max: 200 });
  });

  it("[TKW-3] lower-cases by the storefront's language", async () => {
    const { add } = await createWorld();

    const { body } = await add([
      { term: "ISI", country_code: "tr" },
      { term: "ISI", country_code: "us" },
    ]);

    expect(body.data.added.map(({ term }: { term: string }) => term)).toEqual(["ısı", "isi"]);
  });

  it("[TKW-2] gives one id to a term of a storefront, whoever tracks it", async () => {
    const { add, rows, other } = await createWorld();
    const term = unique();

    const [mine, theirs] = [await add(rows(term)), await add(rows(term), other)];

    expect(theirs.body.data.added).toEqual(mine.body.data.added);
  });

  it("[TKW-4] names each invalid row, and adds none", async () => {
    const { add, list, termsOf } = await createWorld();

    const { status, body } = await add([
      { term: unique(), country_code: "us" },
      { term: " ａ ", country_code: "us" },
      { term: "a b c d e f g", country_code: "us" },
      { term: unique(), country_code: "xx" },
      { term: unique(), country_code: "zz" },
      { term: "x".repeat(101), country_code: "ir" },
    ]);

    expect(status).toBe(422);
    // The first three are rejected with the zz of the fifth, which no request may name.
    expect(body.errors).toEqual({ "items.4.country_code": ["The selected country code is invalid."] });
    const rest = await add([
      { term: unique(), country_code: "us" },
      { term: " ａ ", country_code: "us" },
      { term: "a b c d e f g", country_code: "us" },
      { term: unique(), country_code: "xx" },
      { term: "x".repeat(101), country_code: "ir" },
    ]);
    expect(rest.body.errors).toEqual({
      "items.1.term": ["The term field must be at least 2 characters."],
      "items.2.term": ["A term cannot have more than 6 words."],
      "items.3.country_code": ["The selected country code is invalid."],
      "items.4.term": ["The term field must not be greater than 100 characters."],
      "items.4.country_code": ["App Store has no storefront in ir."],
    });
    expect(termsOf(await list())).toEqual([]);
  });

  it.each([
    ["items.0.term", [{ term: "a\0b", country_code: "us" }]],
    [
      "items.1.term",
      [
        { term: "ab", country_code: "us" },
        { term: "\ud800b", country_code: "us" },
      ],
    ],
    ["items.0.country_code", [{ term: "ab" }]],
    ["items.0.term", [{ term: 7, country_code: "us" }]],
    ["items", []],
    ["items", Array.from({ length: 201 }, (_, index) => ({ term: `term ${index}`, country_code: "us" }))],
  ])("[TKW-2 TKW-4] is 422 for %s", async (field, items) => {
    const { add } = await createWorld();

    const { status, body } = await add(items);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("[TKW-4 TKW-5] adds nothing beyond the user's limit, and says how many more can be added", async () => {
    const { add, rows, list, termsOf } = await createWorld({ perUserMax: 3 });
    const [first, second] = [unique(), unique()];
    await add(rows(first, second));

    const { status, body } = await add(rows(first, unique(), unique()));

    expect([status, body.errors]).toEqual([422, { items: ["A user can track 3 keywords. 1 more can be added."] }]);
    expect(termsOf(await list())).toEqual([first, second].toSorted());
    expect((await add(rows(first, second, unique()))).status).toBe(201);
    expect((await add(rows(first, second))).status).toBe(201);
  });

  it("[TKW-4 TKW-5] adds no term beyond the service's limit, but one that somebody tracks", async () => {
    const { db } = database();
    const [{ tracked = 0 } = {}] = await db.execute<{ tracked: number }>(sql`
      SELECT count(DISTINCT k.keyword_id)::int AS tracked FROM tracked_keywords k
      JOIN tracked_terms t ON t.id = k.keyword_id WHERE t.platform = 'ios'`);
    const { add, rows, other } = await createWorld({ termsMax: tracked + 1 });
    const term = unique();
    expect((await add(rows(term))).status).toBe(201);

    const { status, body } = await add(rows(unique()), other);

    const most = (tracked + 1).toLocaleString("en-US");
    expect([status, body.errors]).toEqual([
      422,
      { items: [`This service reads ${most} terms of App Store. 0 more can be added.`] },
    ]);
    expect((await add(rows(term), other)).status).toBe(201);
  });

  it("[TKW-5] holds the limit for simultaneous requests", async () => {
    const { add, rows, list } = await createWorld({ perUserMax: 10 });

    const responses = await Promise.all(Array.from({ length: 8 }, () => add(rows(unique(), unique(), unique()))));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await list()).body.meta.used).toBe(9);
  });

  it("[TKW-1] is 404 for an app that only others track, and for an unknown one", async () => {
    const { db, api, caller, other, rows } = await createWorld();
    const app = await createApp(db, { platform: "ios" });
    await track(db, { userId: other.user.id, appId: app.id });

    for (const id of [app.externalId, "0"]) {
      const path = `/apps/ios/${id}/tracked-keywords`;
      expect((await api.post(path, { items: rows("weather") }, caller)).status).toBe(404);
      expect((await api.get(path, caller)).status).toBe(404);
    }
  });

  it("[TKW-6] is 503 with keywords off, and what is tracked stays readable", async () => {
    const { add, rows, app, caller } = await createWorld();
    const term = unique();
    await add(rows(term));
    const { db } = database();
    const api = createApi(db, { keywordSettings: "off" });
    const path = `/apps/ios/${app.externalId}/tracked-keywords`;

    const { status, body } = await api.post(path, { items: rows(term) }, caller);

    expect([status, body.detail]).toEqual([503, "This service tracks no keywords and shows no suggestions."]);
    expect((await api.get(path, caller)).body).toMatchObject({ data: [{ term }], meta: { used: 1, max: null } });
    expect((await api.get("/keywords/suggestions?platform=ios&term=wea", caller)).status).toBe(503);
  });

  it("requires the ability to write", async () => {
    const { db, api, path, rows } = await createWorld();
    const reader = await createCaller(db, ["read"]);

    expect((await api.post(path, { items: rows("weather") }, reader)).status).toBe(403);
    expect((await api.post(path, { items: rows("weather") })).status).toBe(401);
  });
});

describe("GET /apps/{platform}/{external_id}/tracked-keywords", () => {
  it("lists the caller's keywords of the app in these storefronts, by term, in pages", async () => {
    const { add, list, other, rows, termsOf } = await createWorld();
    await add(rows("b", "a", "c").map((row) => ({ ...row, term: `${row.term}${row.term}` })));
    await add([{ term: "zz", country_code: "de" }]);
    await add(rows("theirs"), other);

    expect(termsOf(await list())).toEqual(["aa", "bb", "cc", "zz"]);
    expect(termsOf(await list("?country_codes=us"))).toEqual(["aa", "bb", "cc"]);
    expect(termsOf(await list("?country_codes=de,fr"))).toEqual(["zz"]);
    const second = await list("?per_page=3&page=2");
    expect(termsOf(second)).toEqual(["zz"]);
    expect(second.body.meta).toMatchObject({ total: 4, last_page: 2, used: 4 });
  });

  it("is 401 without a token", async () => {
    const { api, path } = await createWorld();

    expect((await api.get(path)).status).toBe(401);
  });
});
