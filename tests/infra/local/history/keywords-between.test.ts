import { beforeEach, describe, expect, it } from "vitest";

import { keywordFetches, keywordResults, storeIds, trackedTerms } from "../../../../db/schema/keywords.ts";
import { fillDaysBetween } from "../../../../infra/local/history/days-between.ts";
import { useDatabase } from "../../../support/database.ts";
import { emptyTables } from "../../../support/empty-tables.ts";
import { addTerm, addTermDays, makeRoomForResults, type TermDay } from "../../../support/keyword-results.ts";
import { resultsOf } from "../../../support/keyword-world.ts";

const database = useDatabase();
const gap = { from: "2026-02-27", to: "2026-03-03" };

let termId: number;
beforeEach(async () => {
  const { db } = database();
  await emptyTables(db, keywordResults, keywordFetches, trackedTerms, storeIds);
  await makeRoomForResults(db, gap.from);
  termId = await addTerm(db, { term: "weather" });
});

async function fillBetween(from: TermDay["shown"], to: TermDay["shown"]) {
  const { db, sql } = database();
  const days = [
    { day: gap.from, shown: from },
    { day: gap.to, shown: to },
  ];
  await addTermDays(db, { keywordId: termId, days });
  await fillDaysBetween(sql, gap);
  return resultsOf(db, termId);
}

describe("the days of a tracked keyword between two that were read", () => {
  it("are read at the time of the first one", async () => {
    await fillBetween(["a"], ["a"]);

    const rows = await database().sql`
      SELECT day::text AS day, outcome, fetched_at - day::timestamptz AS at FROM keyword_fetches ORDER BY day`;
    const days = [gap.from, "2026-02-28", "2026-03-01", "2026-03-02", gap.to];
    expect([...rows]).toEqual(days.map((day) => ({ day, outcome: "stored", at: "06:00:00" })));
  });

  it("lead each rank evenly to that of the second one", async () => {
    expect(await fillBetween(["a", "b", "c", "d", "e"], ["e", "a", "b", "c", "d"])).toEqual([
      [gap.from, "a", "b", "c", "d", "e"],
      ["2026-02-28", "a", "b", "c", "e", "d"],
      ["2026-03-01", "a", "b", "e", "c", "d"],
      ["2026-03-02", "a", "e", "b", "c", "d"],
      [gap.to, "e", "a", "b", "c", "d"],
    ]);
  });

  it("have apps that enter from below the last rank or leave to there, and as many apps as lie between", async () => {
    const rows = await fillBetween(["a", "b"], ["c", "a", "d", "e", "b", "f"]);

    expect(rows.map(([, ...ids]) => ids.length)).toEqual([2, 3, 4, 5, 6]);
  });

  it("have a result stored only where it differs, and on the first of a month", async () => {
    expect(await fillBetween(["a", "b"], ["a", "b"])).toEqual([
      [gap.from, "a", "b"],
      ["2026-03-01", "a", "b"],
    ]);
  });

  it("repeat the first one if either shows no app", async () => {
    expect(await fillBetween([], ["a"])).toEqual([[gap.from], ["2026-03-01"], [gap.to, "a"]]);
  });

  it("are not read if the first one was not", async () => {
    await fillBetween("failed", ["a"]);

    expect([...(await database().sql`SELECT day::text AS day FROM keyword_fetches ORDER BY day`)]).toEqual([
      { day: gap.from },
      { day: gap.to },
    ]);
  });
});
