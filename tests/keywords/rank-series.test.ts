import { beforeAll, describe, expect, it } from "vitest";

import { seededRandom } from "../../infra/planning/simulation/random.ts";
import { addDays, countDays } from "../../lib/domain/days.ts";
import { listKeywordRanks } from "../../lib/keywords/list-keyword-ranks.ts";
import { listTrackedKeywords } from "../../lib/keywords/list-tracked-keywords.ts";
import { byRun } from "../support/by-run.ts";
import { addCompetitor, track } from "../support/catalogue.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { type App, createApp, createUser } from "../support/factories.ts";
import { addTerm, addTermDays, makeRoomForResults, type TermDay, trackTerm } from "../support/keyword-results.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

const STREAMS = byRun({ usual: 60, nightly: 3_000 });
const DAYS = 70;
const UNCHANGED_DAYS = 500;
const LISTED_DAYS = byRun({ usual: 12, nightly: 24 });
const FIRST = "2026-04-20";
const LAST = addDays(FIRST, DAYS - 1);
const seed = Date.now() % 1_000_000;
console.info(`rank series seed ${seed}`);

beforeAll(async () => {
  for (const day of [addDays(LAST, -UNCHANGED_DAYS), "2025-09-01", FIRST]) {
    await makeRoomForResults(database().db, day);
  }
});

/** A table of every day: what was shown on it. */
type Stream = { readonly keywordId: number; readonly days: ReadonlyMap<string, TermDay["shown"]> };

const unread = ["pending", "failed", "missed"] as const;

function streamOf(ids: readonly string[], random: () => number): readonly TermDay[] {
  let shown = resultOf(ids, random);
  return Array.from({ length: DAYS }, (_, index) => addDays(FIRST, index)).flatMap((day): readonly TermDay[] => {
    const chance = random();
    if (chance < 0.12) return [];
    if (chance < 0.24) return [{ day, shown: unread[Math.floor(random() * unread.length)] ?? "failed" }];
    if (random() < 0.5) shown = resultOf(ids, random);
    return [{ day, shown }];
  });
}

/** Returns a window of another length each time, which is empty now and then. */
function resultOf(ids: readonly string[], random: () => number): readonly string[] {
  if (random() < 0.05) return [];
  const shuffled = ids.map((id) => ({ id, place: random() })).toSorted((a, b) => a.place - b.place);
  return shuffled.slice(0, 1 + Math.floor(random() * ids.length)).map(({ id }) => id);
}

function expectedOn({ days }: Stream, date: string, { externalId }: App) {
  const shown = days.get(date);
  if (shown === undefined) return { date, state: "not_tracked", rank: null, window: null, fetched_at: null };
  if (typeof shown === "string") return { date, state: "not_read", rank: null, window: null, fetched_at: null };
  const place = shown.indexOf(externalId);
  const rank = place === -1 ? null : place + 1;
  const fetched_at = Date.parse(`${date}T06:00:00Z`) / 1_000;
  return { date, state: rank === null ? "not_in_window" : "ranked", rank, window: shown.length, fetched_at };
}

function expectedBefore(stream: Stream, date: string, app: App): number | null {
  for (let days = 1; days <= 31; days += 1) {
    const before = addDays(date, -days);
    if (Array.isArray(stream.days.get(before))) return expectedOn(stream, before, app).rank;
  }
  return null;
}

async function createWorld(db: TestDb, random: () => number) {
  const user = await createUser(db);
  const [app, shown, unseen] = [await createApp(db), await createApp(db), await createApp(db)];
  await track(db, { userId: user.id, appId: app.id });
  const ids = [app.externalId, shown.externalId, ...Array.from({ length: 25 }, (_, index) => `other.${index}`)];
  const add = async (term: string, days: readonly TermDay[]): Promise<Stream> => {
    const keywordId = await addTerm(db, { term });
    await trackTerm(db, { userId: user.id, appId: app.id, keywordId });
    await addTermDays(db, { keywordId, days });
    return { keywordId, days: new Map(days.map((one) => [one.day, one.shown])) };
  };
  const streams: Stream[] = [];
  for (let index = 0; index < STREAMS; index += 1) streams.push(await add(`term ${index}`, streamOf(ids, random)));
  const unchangedIds = resultOf(ids, random);
  const first = addDays(LAST, 1 - UNCHANGED_DAYS);
  const unchanged = await add(
    "unchanged",
    Array.from({ length: UNCHANGED_DAYS }, (_, index) => ({ day: addDays(first, index), shown: unchangedIds })),
  );
  // Competitors are added when all of the past is stored.
  const rivals = [shown, unseen];
  for (const { id } of rivals) await addCompetitor(db, { userId: user.id, appId: app.id, competitorAppId: id });
  const named = { platform: app.platform, externalId: app.externalId };
  return { db, user, app, named, rivals, streams, unchanged, first };
}

type World = Awaited<ReturnType<typeof createWorld>>;
type Days = { readonly from: string; readonly to: string };

async function expectSeries({ db, user, app, named, rivals }: World, streams: readonly Stream[], { from, to }: Days) {
  const keywordIds = streams.map(({ keywordId }) => keywordId);
  const appIds = rivals.map(({ id }) => id);
  const { series } = await listKeywordRanks({ db }, { app: named, userId: user.id, keywordIds, appIds, from, to });
  const days = Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
  const expected = streams.flatMap((stream) =>
    [app, ...rivals].map((one) => ({
      keyword_id: stream.keywordId,
      app_id: one.id,
      points: days.map((date) => expectedOn(stream, date, one)),
    })),
  );
  const shown = series.map(({ keyword_id, app_id, points }) => ({ keyword_id, app_id, points }));
  expect(shown).toEqual(expected);
}

describe("ranks of many terms, with gaps, unchanged days and windows of any length", () => {
  it(`[KRK-1 KRK-3 KRK-6] equal a table of every day, in ${STREAMS} streams`, async () => {
    const random = seededRandom(seed);
    const world = await createWorld(database().db, random);
    const { db, user, app, named, streams, unchanged, first } = world;

    for (let start = 0; start < streams.length; start += 10) {
      const from = addDays(FIRST, Math.floor(random() * 40));
      await expectSeries(world, streams.slice(start, start + 10), { from, to: addDays(LAST, 1) });
    }
    const middle = addDays(first, 200);
    await expectSeries(world, [unchanged], { from: first, to: middle });
    await expectSeries(world, [unchanged], { from: middle, to: LAST });

    const deps = { db, now: () => new Date(`${LAST}T12:00:00Z`), keywordSettings: "off" } as const;
    const byId = new Map([...streams, unchanged].map((stream) => [stream.keywordId, stream]));
    for (let count = 0; count < LISTED_DAYS; count += 1) {
      const date = addDays(FIRST, Math.floor(random() * DAYS));
      const page = { page: 1 + Math.floor((random() * STREAMS) / 100), perPage: 100 };
      const input = { app: named, userId: user.id, countryCodes: [], date, sort: "rank", include: [], page } as const;
      const { items } = (await listTrackedKeywords(deps, input)).page;
      for (const { keyword_id, state, rank, window, fetched_at, previous_rank } of nonEmpty(items)) {
        const stream = byId.get(keyword_id);
        if (stream === undefined) throw new Error(`There is no stream of ${keyword_id}.`);
        const expected = expectedOn(stream, date, app);
        expect({ date, state, rank, window, fetched_at }).toEqual(expected);
        expect(previous_rank).toBe(expectedBefore(stream, date, app));
      }
    }
  });
});
