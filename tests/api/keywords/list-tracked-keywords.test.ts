import { describe, expect, it } from "vitest";

import { addDays } from "../../../lib/domain/days.ts";
import type { TermDay } from "../../support/keyword-results.ts";
import { resultsWith, TODAY, useRankedTerms, wordsOf } from "./use-ranked-terms.ts";

const setUp = useRankedTerms();

async function createWorld() {
  const { app, addKeyword: add, get } = await setUp();
  const addKeyword = (word: string, days: readonly TermDay[]) => add(word, { days });
  /** The store's results with the app at a rank, or without it. */
  const withApp = (rank: number | null, window?: number) => resultsWith(rank === null ? [] : [[app, rank]], window);
  const list = async (query = "") => (await get(`/tracked-keywords${query}`)).body;
  return { get, addKeyword, withApp, list };
}

describe("the ranks of GET /apps/{platform}/{external_id}/tracked-keywords", () => {
  it("[KRK-1] say on each day why there is a rank or none", async () => {
    const { addKeyword, withApp, list } = await createWorld();
    await addKeyword("a", [
      { day: "2026-03-02", shown: withApp(7) },
      { day: "2026-03-03", shown: withApp(null, 30) },
      { day: "2026-03-04", shown: "failed" },
      { day: "2026-03-06", shown: [] },
      { day: "2026-03-07", shown: "missed" },
      { day: "2026-03-08", shown: "pending" },
    ]);
    const on = async (day: string) => {
      const { state, rank, window, fetched_at } = (await list(`?date=${day}`)).data[0];
      return [state, rank, window, fetched_at];
    };

    expect(await on("2026-03-02")).toEqual(["ranked", 7, 25, "2026-03-02T06:00:00Z"]);
    expect(await on("2026-03-03")).toEqual(["not_in_window", null, 30, "2026-03-03T06:00:00Z"]);
    expect(await on("2026-03-04")).toEqual(["not_read", null, null, null]);
    expect(await on("2026-03-05")).toEqual(["not_tracked", null, null, null]);
    expect(await on("2026-03-06")).toEqual(["not_in_window", null, 0, "2026-03-06T06:00:00Z"]);
    expect(await on("2026-03-07")).toEqual(["not_read", null, null, null]);
    expect(await on("2026-03-08")).toEqual(["not_read", null, null, null]);
  });

  it("[KRK-1] hold on days on which the result is unchanged, also in the next month", async () => {
    const { addKeyword, withApp, list } = await createWorld();
    const days = Array.from({ length: 10 }, (_, index) => addDays("2026-02-25", index));
    await addKeyword(
      "a",
      days.map((day) => ({ day, shown: withApp(3) })),
    );

    for (const day of ["2026-02-25", "2026-02-28", "2026-03-01", "2026-03-06"]) {
      expect((await list(`?date=${day}`)).data[0]).toMatchObject({ state: "ranked", rank: 3, date: day });
    }
  });

  it("[KRK-2] are those of each keyword's newest day that was read, unless a day is requested", async () => {
    const { addKeyword, withApp, list } = await createWorld();
    await addKeyword("a", [
      { day: "2026-03-14", shown: withApp(4) },
      { day: "2026-03-15", shown: withApp(5) },
    ]);
    await addKeyword("b", [
      { day: "2026-03-14", shown: withApp(6) },
      { day: "2026-03-15", shown: "pending" },
    ]);
    await addKeyword("c", [
      { day: "2026-03-08", shown: withApp(8) },
      { day: "2026-03-15", shown: "pending" },
    ]);
    await addKeyword("d", []);
    const shown = async (query: string) =>
      (await list(query)).data.map(({ date, rank, state }: Record<string, unknown>) => [date, rank, state]);

    expect(await shown("")).toEqual([
      ["2026-03-15", 5, "ranked"],
      ["2026-03-14", 6, "ranked"],
      ["2026-03-15", null, "not_read"],
      ["2026-03-15", null, "not_tracked"],
    ]);
    expect(await shown("?date=2026-03-15")).toEqual([
      ["2026-03-15", 5, "ranked"],
      ["2026-03-15", null, "not_read"],
      ["2026-03-15", null, "not_read"],
      ["2026-03-15", null, "not_tracked"],
    ]);
  });

  it("[KRK-3] are compared with the last day that was read before, at most 31 days before", async () => {
    const { addKeyword, withApp, list } = await createWorld();
    await addKeyword("a", [
      { day: "2026-02-10", shown: withApp(9) },
      { day: "2026-02-11", shown: "failed" },
      { day: "2026-03-13", shown: withApp(4) },
      { day: "2026-03-15", shown: withApp(null) },
    ]);
    const on = async (day: string) => {
      const { rank, previous_rank, change } = (await list(`?date=${day}`)).data[0];
      return [rank, previous_rank, change];
    };

    expect(await on("2026-02-10")).toEqual([9, null, null]);
    expect(await on("2026-03-13")).toEqual([4, 9, 5]);
    expect(await on("2026-03-14")).toEqual([null, 4, null]);
    expect(await on("2026-03-15")).toEqual([null, 4, null]);
    await addKeyword("b", [
      { day: "2026-02-11", shown: withApp(9) },
      { day: "2026-03-15", shown: withApp(2) },
    ]);
    expect((await list()).data[1]).toMatchObject({ rank: 2, previous_rank: null, change: null });
  });

  it("[KRK-4] sort by term, rank or gained places, with keywords without one last", async () => {
    const { addKeyword, withApp, list } = await createWorld();
    const moved = (from: number | null, to: number | null) => [
      { day: "2026-03-14", shown: withApp(from) },
      { day: "2026-03-15", shown: withApp(to) },
    ];
    await addKeyword("a", moved(null, null));
    await addKeyword("b", moved(5, 9));
    await addKeyword("c", moved(9, 1));
    await addKeyword("d", moved(3, 1));
    await addKeyword("e", moved(null, 20));
    const order = async (query: string) => wordsOf((await list(query)).data).join("");

    expect(await order("")).toBe("abcde");
    expect(await order("?sort=rank")).toBe("cdbea");
    expect(await order("?sort=change")).toBe("cdbae");
    expect(await order("?sort=rank&per_page=2&page=2")).toBe("be");
  });

  it("[KRK-5] include a point for each of the last 30 days on request", async () => {
    const { addKeyword, withApp, list } = await createWorld();
    await addKeyword("a", [
      { day: "2026-02-12", shown: withApp(9) },
      { day: "2026-02-14", shown: withApp(9) },
      { day: "2026-02-15", shown: withApp(null) },
      { day: "2026-03-01", shown: "failed" },
      { day: "2026-03-02", shown: withApp(2) },
      { day: "2026-03-15", shown: withApp(2) },
    ]);

    const [{ trends }] = (await list("?include=trends")).data;

    expect(trends).toHaveLength(30);
    expect([trends[0].date, trends[29].date]).toEqual(["2026-02-14", TODAY]);
    expect(trends.filter(({ state }: { state: string }) => state !== "not_tracked")).toEqual([
      { date: "2026-02-14", rank: 9, state: "ranked" },
      { date: "2026-02-15", rank: null, state: "not_in_window" },
      { date: "2026-03-01", rank: null, state: "not_read" },
      { date: "2026-03-02", rank: 2, state: "ranked" },
      { date: TODAY, rank: 2, state: "ranked" },
    ]);
    expect((await list()).data[0]).not.toHaveProperty("trends");
    expect((await list("?include=trends&date=2026-02-14")).data[0].trends.at(-1)).toMatchObject({ rank: 9 });
  });

  it.each(["?sort=volume", "?include=volume", "?date=today"])("are 422 for %s", async (query) => {
    const { get } = await createWorld();

    expect((await get(`/tracked-keywords${query}`)).status).toBe(422);
  });
});
