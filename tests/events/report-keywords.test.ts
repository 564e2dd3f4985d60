import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";

import { events } from "../../db/schema/events.ts";
import {
  keywordFetches,
  keywordReports,
  keywordResults,
  trackedKeywords,
  trackedTerms,
} from "../../db/schema/keywords.ts";
import { trackedApps } from "../../db/schema/tracking.ts";
import { KEYWORD_MOVE } from "../../lib/domain/event.ts";
import { reportKeywords } from "../../lib/events/report-keywords.ts";
import { track } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { type App, createApp, createUser } from "../support/factories.ts";
import { addTerm, addTermDays, type TermDay, trackTerm } from "../support/keyword-results.ts";

const database = useDatabase();
const NOW = new Date(new Date().setUTCHours(12, 0, 0, 0));
const dayOf = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 10);

let app: App;
let userId: number;

beforeEach(async () => {
  const { db } = database();
  for (const table of [keywordReports, trackedKeywords, keywordFetches, keywordResults, trackedTerms, events])
    await db.delete(table);
  app = await createApp(db);
  userId = (await createUser(db)).id;
  await track(db, { userId, appId: app.id });
});

/** Returns the ids that a search shows: so many apps, with the app at its rank or without it. */
function shownWith(rank: number | null, window = 250): readonly string[] {
  return Array.from({ length: window }, (_, place) => (place + 1 === rank ? app.externalId : `other.${place}`));
}

type Term = { readonly term?: string; readonly days: readonly TermDay[]; readonly users?: readonly number[] };

async function addTracked({ term = "weather", days, users = [userId] }: Term): Promise<number> {
  const { db } = database();
  const keywordId = await addTerm(db, { term });
  await addTermDays(db, { keywordId, days });
  for (const user of users) await trackTerm(db, { userId: user, appId: app.id, keywordId });
  return keywordId;
}

const read = (days: number, rank: number | null, window?: number): TermDay => ({
  day: dayOf(days),
  shown: shownWith(rank, window),
});

const failed = (days: number): TermDay => ({ day: dayOf(days), shown: "failed" });

async function report(appsMax?: number) {
  const { db } = database();
  await reportKeywords({ db, now: () => NOW }, "ios", appsMax);
  return db.select().from(events).where(eq(events.type, "keyword.rank_changed")).orderBy(events.id);
}

describe("[EVT-11] an event of ranks for tracked keywords", () => {
  it.each([
    ["moved by ten", 60, 70],
    ["moved by three among the first 20", 20, 23],
    ["crossed the first", 2, 1],
    ["crossed the first three", 4, 3],
    ["crossed the first ten", 10, 11],
    ["crossed the first 50", 51, 50],
    ["entered", null, 200],
    ["left", 200, null],
  ])("comes of an app that %s", async (_, previous_rank, rank) => {
    const keyword_id = await addTracked({ days: [read(-1, previous_rank), read(0, rank)] });

    const [event, ...others] = await report();

    expect(others).toEqual([]);
    expect(event).toMatchObject({ appId: app.id, userId, occurredAt: new Date(`${dayOf(0)}T06:00:00Z`) });
    expect(event?.data).toEqual({
      keyword_date: dayOf(0),
      keywords: [{ keyword_id, term: "weather", country_code: "us", rank, previous_rank, window: 250 }],
      keywords_total: 1,
    });
  });

  it.each([
    ["moved by nine", 60, 69],
    ["moved by two among the first 20", 14, 16],
    ["moved by three behind the first 20", 24, 21],
    ["stayed", 5, 5],
    ["is in neither", null, null],
  ])("comes of no app that %s", async (_, before, rank) => {
    await addTracked({ days: [read(-1, before), read(0, rank)] });

    expect(await report()).toEqual([]);
  });

  it("compares ranks within the smaller of both windows", async () => {
    await addTracked({ days: [read(-1, 240, 250), read(0, null, 200)] });
    await addTracked({ term: "radar", days: [read(-1, 190, 250), read(0, null, 200)] });

    const [event] = await report();

    expect(event?.data).toMatchObject({
      keywords: [{ term: "radar", rank: null, previous_rank: 190, window: 200 }],
      keywords_total: 1,
    });
  });

  it.each([
    ["a first read", (): readonly TermDay[] => [read(0, 1)]],
    ["a day after one that was not read", () => [read(-2, 90), failed(-1), read(0, 1)]],
    ["a day that was not read", () => [read(-1, 90), failed(0)]],
  ])("comes of no term on %s", async (_, daysOf) => {
    await addTracked({ days: daysOf() });
    await addTracked({ term: "radar", days: [read(-1, 1), read(0, 1)] });

    expect(await report()).toEqual([]);
  });

  it("is written once, after all terms of the app have been tried", async () => {
    await addTracked({ days: [read(-1, 90), read(0, 1)] });
    const waiting = await addTracked({ term: "radar", days: [{ day: dayOf(0), shown: "pending" }] });
    expect(await report()).toEqual([]);

    await database().db.update(keywordFetches).set({ outcome: "failed" }).where(eq(keywordFetches.keywordId, waiting));
    expect(await report()).toHaveLength(1);
    expect(await report()).toHaveLength(1);
  });

  it("is written once by reports at the same time", async () => {
    const { db } = database();
    await addTracked({ days: [read(-1, 90), read(0, 1)] });

    await Promise.all(Array.from({ length: 4 }, () => reportKeywords({ db, now: () => NOW }, "ios")));

    expect(await db.select().from(events)).toHaveLength(1);
  });

  it("has the terms of its user alone", async () => {
    const { db } = database();
    const other = await createUser(db);
    await track(db, { userId: other.id, appId: app.id });
    await addTracked({ days: [read(-1, 90), read(0, 1)] });
    await addTracked({ term: "radar", days: [read(-1, 90), read(0, 2)], users: [userId, other.id] });
    await addTracked({ term: "rain", days: [read(-1, 90), read(0, 3)], users: [other.id] });

    const found = await report(1);

    expect(found.map((event) => [event.userId, event.data.keywords?.map(({ term }) => term)])).toEqual([
      [userId, ["weather", "radar"]],
      [other.id, ["radar", "rain"]],
    ]);
  });

  it("of yesterday is written, too, if the day ended before all terms were read", async () => {
    await addTracked({ days: [read(-2, 90), read(-1, 1), { day: dayOf(0), shown: "pending" }] });

    expect(await report()).toMatchObject([{ data: { keyword_date: dayOf(-1) } }]);
  });

  it("is not written for an app that its user no longer tracks", async () => {
    await addTracked({ days: [read(-1, 90), read(0, 1)] });
    await database().db.delete(trackedApps).where(eq(trackedApps.appId, app.id));

    expect(await report()).toEqual([]);
  });

  it("is written once for an app that is untracked and tracked again on the same day", async () => {
    const keywordId = await addTracked({ days: [read(-1, 90), read(0, 1)] });
    const written = await report();
    expect(written).toHaveLength(1);
    await database().db.delete(trackedApps).where(eq(trackedApps.appId, app.id));
    await track(database().db, { userId, appId: app.id });
    await trackTerm(database().db, { userId, appId: app.id, keywordId });
    expect(await report()).toEqual(written);
  });

  it("weighs as much as its best rank", async () => {
    await addTracked({ days: [read(-1, 100), read(0, 10)] });

    expect((await report())[0]?.weight).toBeCloseTo(0.25, 4);
    expect(KEYWORD_MOVE.milestones).toContain(10);
  });

  it("has at most 50 terms, the best rank first, and fits whatever its letters", async () => {
    const term = (place: number) => `${"𠮷".repeat(96)}${String(place).padStart(3, "0")}`;
    for (let place = 1; place <= 52; place += 1) {
      await addTracked({ term: term(place), days: [read(-1, null), read(0, place)] });
    }

    const [event] = await report();

    expect(event?.data.keywords_total).toBe(52);
    expect(event?.data.keywords?.length).toBeGreaterThan(20);
    expect(event?.data.keywords?.[0]).toMatchObject({ term: term(1), rank: 1 });
  });
});
