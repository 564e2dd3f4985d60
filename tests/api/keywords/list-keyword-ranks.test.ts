import { describe, expect, it } from "vitest";

import { addDays, countDays } from "../../../lib/domain/days.ts";
import { nonEmpty } from "../../support/non-empty.ts";
import { resultsWith, useRankedTerms, wordsOf } from "./use-ranked-terms.ts";

const setUp = useRankedTerms();

const MARCH = "from=2026-03-01&to=2026-03-05";

describe("GET /apps/{platform}/{external_id}/keyword-ranks", () => {
  it("[KRK-6] has a point for each day of each keyword, in the requested order", async () => {
    const { app, addKeyword, get } = await setUp();
    const days = [
      { day: "2026-03-01", shown: resultsWith([[app, 4]]) },
      { day: "2026-03-02", shown: resultsWith([[app, 4]]) },
      { day: "2026-03-03", shown: "failed" },
      { day: "2026-03-05", shown: resultsWith([], 30) },
    ] as const;
    const [first, second] = [await addKeyword("a", { days }), await addKeyword("b")];

    const { status, body } = await get(`/keyword-ranks?keyword_ids=${second},${first}&${MARCH}`);

    expect([status, wordsOf(body.data)]).toEqual([200, ["b", "a"]]);
    expect(body.data[1]).toMatchObject({ keyword_id: first, country_code: "us", app_id: app.id });
    expect(body.data[1].points).toEqual([
      { date: "2026-03-01", state: "ranked", rank: 4, window: 25, fetched_at: "2026-03-01T06:00:00Z" },
      { date: "2026-03-02", state: "ranked", rank: 4, window: 25, fetched_at: "2026-03-02T06:00:00Z" },
      { date: "2026-03-03", state: "not_read", rank: null, window: null, fetched_at: null },
      { date: "2026-03-04", state: "not_tracked", rank: null, window: null, fetched_at: null },
      { date: "2026-03-05", state: "not_in_window", rank: null, window: 30, fetched_at: "2026-03-05T06:00:00Z" },
    ]);
    expect(body.data[0].points.map(({ state }: { state: string }) => state)).toEqual(Array(5).fill("not_tracked"));
    expect(body.meta).toEqual({
      from: "2026-03-01",
      to: "2026-03-05",
      apps: [{ id: app.id, platform: "ios", external_id: app.externalId, name: app.name, icon_url: null }],
    });
  });

  it("[KRK-6] begins with a result that is in force on the first day", async () => {
    const { app, addKeyword, get } = await setUp();
    const days = Array.from({ length: 8 }, (_, index) => ({
      day: addDays("2026-02-24", index),
      shown: resultsWith([[app, 2]]),
    }));
    const id = await addKeyword("a", { days });

    const { body } = await get(`/keyword-ranks?keyword_ids=${id}&from=2026-02-26&to=2026-03-03`);

    expect(body.data[0].points.map(({ rank }: { rank: number | null }) => rank)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("[KRK-6] has the past of a competitor that is added later", async () => {
    const { app, addKeyword, addRival, get } = await setUp();
    const rival = await addRival({ name: "Rival" });
    const shown = resultsWith([
      [rival, 1],
      [app, 2],
    ]);
    const id = await addKeyword("a", { days: [{ day: "2026-03-01", shown }] });

    const { body } = await get(`/keyword-ranks?keyword_ids=${id}&app_ids=${rival.id}&${MARCH}`);

    expect(body.meta.apps).toMatchObject([{ id: app.id }, { id: rival.id, name: "Rival" }]);
    expect(body.data).toMatchObject([
      { keyword_id: id, app_id: app.id, points: nonEmpty([{ rank: 2 }, {}, {}, {}, {}]) },
      { keyword_id: id, app_id: rival.id, points: nonEmpty([{ rank: 1 }, {}, {}, {}, {}]) },
    ]);
  });

  it("[KRK-6] is 422 for each keyword that the caller does not track for the app", async () => {
    const { other, addKeyword, get } = await setUp();
    const [mine, theirs] = [await addKeyword("a"), await addKeyword("b", {}, other)];

    const { status, body } = await get(`/keyword-ranks?keyword_ids=${mine},${theirs},999999&${MARCH}`);

    expect([status, body.errors]).toEqual([
      422,
      {
        "keyword_ids.1": ["The selected keyword ids.1 is invalid."],
        "keyword_ids.2": ["The selected keyword ids.2 is invalid."],
      },
    ]);
  });

  it("[KRK-6] is 422 for an app that is no competitor", async () => {
    const { other, addKeyword, addRival, get } = await setUp();
    const [id, theirs] = [await addKeyword("a"), await addRival({}, other)];

    const { status, body } = await get(`/keyword-ranks?keyword_ids=${id}&app_ids=${theirs.id}&${MARCH}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, ["app_ids.0"]]);
  });

  it("[KRK-6] takes 366 days of ten keywords", async () => {
    const { addKeyword, get } = await setUp();
    const ids: number[] = [];
    for (let index = 0; index < 10; index += 1) ids.push(await addKeyword("a"));
    const [from, to] = ["2026-03-01", addDays("2026-03-01", 365)];

    const { status, body } = await get(`/keyword-ranks?keyword_ids=${ids.join()}&from=${from}&to=${to}`);

    expect([status, body.data.length]).toEqual([200, 10]);
    for (const { points } of nonEmpty(body.data as { points: unknown[] }[])) {
      expect(points).toHaveLength(countDays(from, to));
    }
  });

  it.each([
    ["keyword_ids", `${MARCH}`],
    ["keyword_ids", `keyword_ids=&${MARCH}`],
    ["keyword_ids", `keyword_ids=1,2,3,4,5,6,7,8,9,10,11&${MARCH}`],
    ["keyword_ids.0", `keyword_ids=weather&${MARCH}`],
    ["app_ids", `keyword_ids=1&app_ids=1,2,3,4,5,6&${MARCH}`],
    ["from", "keyword_ids=1&to=2026-03-05"],
    ["to", "keyword_ids=1&from=2026-03-01"],
    ["to", "keyword_ids=1&from=2026-03-02&to=2026-03-01"],
    ["to", "keyword_ids=1&from=2026-03-01&to=2027-03-02"],
  ])("[KRK-6] is 422 for %s of %s", async (field, query) => {
    const { get } = await setUp();

    const { status, body } = await get(`/keyword-ranks?${query}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("is 404 for an app that the caller does not track, and 401 without a token", async () => {
    const { api, caller, addRival, addKeyword } = await setUp();
    const [rival, id] = [await addRival(), await addKeyword("a")];
    const path = `/apps/ios/${rival.externalId}/keyword-ranks?keyword_ids=${id}&${MARCH}`;

    expect((await api.get(path, caller)).status).toBe(404);
    expect((await api.get(path)).status).toBe(401);
  });
});
