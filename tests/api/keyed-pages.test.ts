import { describe, expect, it } from "vitest";
import type { CompiledStatement, Db } from "../../db/statement.ts";
import { type Caller, createApi } from "../support/api.ts";
import { addChange, addOfferChange, track } from "../support/catalogue.ts";
import type { TestDb } from "../support/database.ts";
import { createApp, createPublisher } from "../support/factories.ts";
import { createCompetitor, createTracked } from "../support/followed-apps.ts";
import { useApi } from "../support/use-api.ts";

const setUp = useApi();

type List = {
  readonly path: string;
  /** Returns a function that adds a row as the first of the list, and returns its id. */
  readonly adderOf: (db: TestDb, userId: number) => Promise<() => Promise<number>>;
  /** Returns the id of a row of the response. */
  readonly idOf?: (row: { readonly id: number; readonly parent: { readonly id: number } }) => number;
  /** The places of the second page. Pages of groups name the places of today; others count the rows of full pages. */
  readonly second?: { readonly from: number; readonly to: number };
};

/** Changes of texts alternate with changes of offers on one day. */
function changesOf(db: TestDb, appId: number) {
  let added = 0;
  return () => {
    added += 1;
    const detectedAt = new Date(Date.UTC(2026, 2, 1, 0, Math.floor(added / 2)));
    if (added % 2 === 0) return addOfferChange(db, { appId, countryCode: "us", isAvailable: true, detectedAt });
    return addChange(db, { appId, locale: "en-US", fieldChanged: "title", detectedAt });
  };
}

const lists: readonly List[] = [
  { path: "/changes/apps", adderOf: async (db, userId) => changesOf(db, (await createTracked(db, userId)).id) },
  {
    path: "/changes/competitors",
    adderOf: async (db, userId) =>
      changesOf(db, (await createCompetitor(db, userId, await createTracked(db, userId))).id),
  },
  { path: "/apps", adderOf: async (db, userId) => async () => (await createTracked(db, userId)).id },
  {
    path: "/competitors",
    adderOf: async (db, userId) => async () => {
      const parent = await createTracked(db, userId);
      await createCompetitor(db, userId, parent);
      return parent.id;
    },
    idOf: ({ parent }) => parent.id,
    second: { from: 5, to: 6 },
  },
  { path: "/publishers", adderOf: async (db, userId) => publishersOf(db, userId) },
];

/** Adds publishers from the end of the alphabet to its beginning. */
function publishersOf(db: TestDb, userId: number) {
  const names = [..."abcdefghijklmnopqrstuvwxyz"];
  return async () => {
    const { id } = await createPublisher(db, { name: names.pop() ?? "" });
    const app = await createApp(db, { publisherId: id });
    await track(db, { userId, appId: app.id });
    return id;
  };
}

describe.each(lists)("GET $path", ({ path, adderOf, idOf = ({ id }) => id, second: places = { from: 3, to: 4 } }) => {
  it("[PAGE-1] shows each row once over pages that follow each other while rows are added", async () => {
    const { db, api, caller } = await setUp();
    const add = await adderOf(db, caller.user.id);
    const first = [];
    for (let count = 0; count < 5; count += 1) first.push(await add());
    const read = pagesOf(api, caller);

    const newest = await read(`${path}?per_page=2`);
    await add();
    await add();
    const second = await read(nextOf(newest));
    await add();
    const third = await read(nextOf(second));

    expect([newest, second, third].flatMap(({ data }) => data.map(idOf))).toEqual(first.toReversed());
    expect(second.meta).toMatchObject({ current_page: 2, total: 7, ...places });
    expect(second.links.prev).not.toContain("after_id");
    expect(third.links.next).toBeNull();
  });

  it("counts its rows at the moment at which it reads a page of them", async () => {
    const { db, caller } = await setUp();
    const add = await adderOf(db, caller.user.id);
    const read = pagesOf(createApi(addingAfterEach(db, add)), caller);

    const { data, meta } = await read(`${path}?per_page=100`);

    expect(data.length).toBeGreaterThan(0);
    expect(meta).toMatchObject({ total: data.length });
  });

  it("counts all of its rows on a page beyond its end", async () => {
    const { db, api, caller } = await setUp();
    const add = await adderOf(db, caller.user.id);
    for (let count = 0; count < 3; count += 1) await add();

    const { data, meta } = await pagesOf(api, caller)(`${path}?per_page=2&page=3`);

    expect(data).toEqual([]);
    expect(meta).toMatchObject({ total: 3, last_page: 2, from: null, to: null });
  });

  it("[PAGE-1] continues by page number after a row that is no longer in the list", async () => {
    const { db, api, caller } = await setUp();
    const add = await adderOf(db, caller.user.id);
    const [oldest] = [await add(), await add()];

    const { body } = await api.get(`${path}?per_page=1&page=2&after_id=2147483647`, caller);

    expect(body.data.map(idOf)).toEqual([oldest]);
  });
});

/** Returns the same database, to which a row is added after each statement, before the next one. */
function addingAfterEach(db: TestDb, add: () => Promise<unknown>): Db {
  let last: Promise<unknown> = Promise.resolve();
  const runAndAdd = async (statement: CompiledStatement) => {
    const rows = await db.run(statement);
    await add();
    return rows;
  };
  const run: Db["run"] = (statement) => {
    const result = last.then(() => runAndAdd(statement));
    last = result;
    return result;
  };
  return { checksRows: db.checksRows, run };
}

describe("GET /account/api-tokens", () => {
  it("counts the tokens at the moment at which it reads a page of them", async () => {
    const { db, api, caller } = await setUp();
    const add = () => api.post("/account/api-tokens", { name: "A token", abilities: ["read"] }, caller);
    const read = pagesOf(createApi(addingAfterEach(db, add)), caller);

    const { data, meta } = await read("/account/api-tokens?per_page=100");
    const beyond = await pagesOf(api, caller)("/account/api-tokens?per_page=100&page=2");

    expect(meta).toMatchObject({ total: data.length });
    expect([beyond.data, beyond.meta]).toMatchObject([[], { total: data.length + 1 }]);
  });

  it("[PAGE-1] shows each token once while tokens are added, even after the last one of a page was revoked", async () => {
    const { api, caller } = await setUp();
    const addToken = () => api.post("/account/api-tokens", { name: "A token", abilities: ["read"] }, caller);
    for (let count = 0; count < 4; count += 1) await addToken();
    const read = pagesOf(api, caller);
    const all = (await read("/account/api-tokens")).data.map(({ id }) => id);

    const newest = await read("/account/api-tokens?per_page=2");
    await addToken();
    await addToken();
    await api.delete(`/account/api-tokens/${all[1]}`, caller);
    const second = await read(nextOf(newest));

    expect([newest, second].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all.slice(0, 4));
  });
});

type Row = Parameters<NonNullable<List["idOf"]>>[0];
type PageBody = { data: Row[]; links: { next: string; prev: string }; meta: unknown };

function pagesOf(api: ReturnType<typeof createApi>, caller: Caller) {
  return async (path: string): Promise<PageBody> => (await api.get(path, caller)).body;
}

function nextOf({ links }: PageBody): string {
  return links.next.replace("/api/v1", "");
}
