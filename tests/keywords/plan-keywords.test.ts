import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { keywords } from "../../infra/aws/stages.ts";
import { track } from "../support/catalogue.ts";
import { planChart } from "../support/charts.ts";
import { useClockedDatabase } from "../support/database.ts";
import { createUser } from "../support/factories.ts";
import {
  createKeywordWorld,
  type KeywordWorldOptions,
  planRead,
  readRow,
  TODAY,
  trackTerm,
} from "../support/keyword-world.ts";

const database = useClockedDatabase();

const YESTERDAY = "2026-05-09";

async function createWorld(options?: KeywordWorldOptions) {
  const world = await createKeywordWorld(database().db, options);
  const { db, pipeline } = world;
  const rows = () =>
    db.execute<{ keyword_id: number; due_in: number }>(sql`
      SELECT keyword_id, round(extract(epoch FROM next_attempt_at - clock_timestamp()))::int AS due_in
      FROM keyword_fetches WHERE day = ${TODAY} ORDER BY next_attempt_at`);
  const read = (keywordId: number, day: string, at: string) =>
    db.execute(sql`
      INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at, outcome, fetched_at)
      VALUES (${world.platform}, ${keywordId}, ${day}, 'epoch', 'stored', ${at})`);
  const sentTerms = () => pipeline.keywords.map(({ message }) => message.keywordId);
  const pass = (seconds: number) => db.clock.moveTo(db.clock.ms() + seconds * 1_000);
  return { ...world, rows, read, sentTerms, pass };
}

describe("the day's plan of tracked terms", () => {
  it("[KWR-1] has each term once, whoever tracks it, however often it is planned", async () => {
    const { db, app, pipeline, addTerm, rows } = await createWorld();
    const id = await addTerm("notes");
    const other = await createUser(db);
    await track(db, { userId: other.id, appId: app.id });
    await trackTerm(db, { platform: "ios", term: "notes", countryCode: "us", userId: other.id, appId: app.id });

    await pipeline.startDay();
    await pipeline.resend();
    await pipeline.resend();

    expect((await rows()).map(({ keyword_id }) => keyword_id)).toEqual([id]);
  });

  it("[KWR-3] begins with terms that were never read, and goes on with the one read longest ago", async () => {
    const { pipeline, addTerm, rows, read, sentTerms } = await createWorld();
    const [late, early, unread] = [await addTerm("late"), await addTerm("early"), await addTerm("unread")];
    await read(late, YESTERDAY, `${YESTERDAY}T20:00:00Z`);
    await read(early, YESTERDAY, `${YESTERDAY}T02:00:00Z`);

    await pipeline.startDay();

    expect((await rows()).map(({ keyword_id }) => keyword_id)).toEqual([early, late, unread]);
    expect(sentTerms()).toEqual([unread]);
  });

  it.each([
    ["ios", 20],
    ["android", 15],
  ] as const)("[KWR-11] is sent at the pace of the stage (%s)", async (platform, gapSeconds) => {
    const { pipeline, addTerm, rows } = await createWorld({ platform });
    for (const term of ["one", "two", "three"]) await addTerm(term);

    await pipeline.startDay();

    const [, second, third] = await rows();
    expect([second?.due_in, third?.due_in].map((due) => Number(due) % 900)).toContain(2 * gapSeconds);
  });

  it("[KWR-7] is empty where the stage has keywords off", async () => {
    const { pipeline, addTerm, rows } = await createWorld({ settings: { keywords: "off" } });
    await addTerm("notes");

    await pipeline.startDay();
    await pipeline.resend();

    expect(await rows()).toEqual([]);
    expect(pipeline.keywords).toEqual([]);
    expect(pipeline.measured.filter(([name]) => name.startsWith("Keyword"))).toEqual([]);
  });

  it("[KWR-5] ends what was not read on the day before", async () => {
    const { db, pipeline, addTerm } = await createWorld();
    const id = await addTerm("notes");
    await planRead(db, { platform: "ios", keywordId: id, day: YESTERDAY });

    await pipeline.resend();

    expect(await readRow(db, { keywordId: id, day: YESTERDAY })).toMatchObject({ outcome: "missed" });
  });
});

describe("the dispatch of tracked terms", () => {
  it("[KWR-3] sends the next term after each delivery, until none is left", async () => {
    const { db, store, pipeline, addTerm } = await createWorld();
    for (const term of ["one", "two", "three"]) {
      await addTerm(term);
      store.scriptSearchRanks(term, "us", { ids: ["1"] });
    }
    await pipeline.startDay();
    const times: number[] = [];
    for (let next = pipeline.keywords.shift(); next !== undefined; next = pipeline.keywords.shift()) {
      await db.clock.moveTo(next.at);
      times.push(Math.round(db.clock.ms() / 1_000));
      expect(await pipeline.deliver(next.message)).toBe("stored");
    }

    expect(times).toHaveLength(3);
    const [first = 0, , last = 0] = times;
    expect(last - first).toBeGreaterThanOrEqual(40);
  });

  it("[KWR-3] sends none while charts find no tokens", async () => {
    const { db, pipeline, addTerm } = await createWorld();
    await addTerm("notes");
    for (const collection of ["top_free", "top_paid"] as const)
      await planChart(db, { collection }, { isQueued: false });
    await db.execute(sql`INSERT INTO store_budgets (bucket, tokens, refilled_at)
      VALUES ('itunes_rss', 0, clock_timestamp()) ON CONFLICT (bucket) DO UPDATE SET tokens = 0`);

    await pipeline.resend();

    expect(pipeline.keywords).toEqual([]);
  });

  it("[KWR-3] sends terms beside charts that are due at the pace", async () => {
    const { db, pipeline, addTerm, sentTerms } = await createWorld();
    const id = await addTerm("notes");
    await planChart(db, {}, { isQueued: false, dueInSeconds: 60 });

    await pipeline.resend();

    expect(sentTerms()).toEqual([id]);
  });

  it("[KWR-3] sends at most half of what the class of searches is granted", async () => {
    const { db, pipeline, addTerm } = await createWorld({
      settings: { keywords: { ...keywords, perMinute: { ios: 60, android: 60 } } },
    });
    for (const term of ["one", "two", "three", "four"]) await addTerm(term);
    await db.execute(sql`INSERT INTO store_budgets (bucket, tokens, refilled_at, rate)
      VALUES ('itunes_search', 60, clock_timestamp(), 2)`);

    await pipeline.resend();

    expect(pipeline.keywords).toHaveLength(1);
  });

  it("[KWR-6] sends nothing that nobody tracks any more", async () => {
    const { db, pipeline, addTerm } = await createWorld();
    const id = await addTerm("notes");
    await pipeline.startDay();
    pipeline.keywords.length = 0;
    await db.execute(sql`DELETE FROM tracked_keywords`);
    await db.execute(sql`UPDATE keyword_fetches SET queued_at = NULL, next_attempt_at = now()`);

    await pipeline.resend();

    expect(pipeline.keywords).toEqual([]);
    expect(await readRow(db, { keywordId: id, day: TODAY })).toBeUndefined();
  });
});

describe("the measures of tracked terms", () => {
  const measuredOf = (
    { measured }: Awaited<ReturnType<typeof createWorld>>["pipeline"],
    name: string,
    platform = "ios",
  ) => measured.filter(([one, , labels]) => one === name && labels.platform === platform).map(([, value]) => value);

  it("say at the beginning of a day how many terms of the day before were read", async () => {
    const { db, pipeline, addTerm, read } = await createWorld();
    const ids = [await addTerm("one"), await addTerm("two"), await addTerm("three"), await addTerm("four")];
    for (const id of ids.slice(1)) await read(id, YESTERDAY, `${YESTERDAY}T02:00:00Z`);
    await planRead(db, { platform: "ios", keywordId: ids[0] ?? 0, day: YESTERDAY });

    await pipeline.startDay();

    expect(measuredOf(pipeline, "KeywordsReadPercent")).toEqual([75]);
  });

  it("are 100 % for a day without terms", async () => {
    const { pipeline } = await createWorld();
    await pipeline.startDay();
    expect(measuredOf(pipeline, "KeywordsReadPercent")).toEqual([100]);
  });

  it("say how late the terms are, and what share of those that the stage reads is tracked", async () => {
    const { db, pipeline, addTerm, pass } = await createWorld();
    const id = await addTerm("one");
    await planRead(db, { platform: "ios", keywordId: id, day: TODAY });
    await db.execute(sql`UPDATE keyword_fetches SET next_attempt_at = clock_timestamp() - interval '90 seconds'`);
    await pass(10);

    await pipeline.resend();

    expect(measuredOf(pipeline, "KeywordLagSeconds")).toEqual([100]);
    expect(measuredOf(pipeline, "KeywordTermsPercent")).toEqual([100 / 3_000]);
  });
});
