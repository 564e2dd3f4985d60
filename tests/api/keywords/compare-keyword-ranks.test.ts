import { describe, expect, it } from "vitest";

import { resultsWith, TODAY, useRankedTerms, wordsOf } from "./use-ranked-terms.ts";

const setUp = useRankedTerms();

describe("GET /apps/{platform}/{external_id}/keyword-ranks/compare", () => {
  it("[KRK-7] shows the ranks and changes of the app and of competitors", async () => {
    const { app, addKeyword, addRival, get } = await setUp();
    const [first, second] = [await addRival(), await addRival()];
    const id = await addKeyword("a", {
      days: [
        {
          day: "2026-03-14",
          shown: resultsWith([
            [app, 5],
            [first, 6],
          ]),
        },
        {
          day: TODAY,
          shown: resultsWith([
            [app, 7],
            [first, 1],
          ]),
        },
      ],
    });
    await addKeyword("b", { days: [{ day: TODAY, shown: "pending" }] });

    const { status, body } = await get(`/keyword-ranks/compare?app_ids=${second.id},${first.id}`);

    expect(status).toBe(200);
    expect(body.meta.apps.map((one: { id: number }) => one.id)).toEqual([app.id, first.id, second.id]);
    expect(body.data[0]).toMatchObject({ keyword_id: id, date: TODAY, window: 25, fetched_at: `${TODAY}T06:00:00Z` });
    expect(body.data[0].ranks).toEqual([
      { app_id: app.id, state: "ranked", rank: 7, previous_rank: 5, change: -2 },
      { app_id: first.id, state: "ranked", rank: 1, previous_rank: 6, change: 5 },
      { app_id: second.id, state: "not_in_window", rank: null, previous_rank: null, change: null },
    ]);
    expect(body.data[1]).toMatchObject({ window: null, fetched_at: null });
    expect(body.data[1].ranks.map(({ state }: { state: string }) => state)).toEqual(Array(3).fill("not_read"));
    const before = await get(`/keyword-ranks/compare?app_ids=${first.id}&date=2026-03-14`);
    expect(before.body.data[0].ranks).toMatchObject([
      { rank: 5, previous_rank: null },
      { rank: 6, previous_rank: null },
    ]);
  });

  it("[KRK-7] is paged, by term, and takes storefronts", async () => {
    const { addKeyword, addRival, get } = await setUp();
    const rival = await addRival();
    for (const word of ["c", "a", "b"]) await addKeyword(word);
    await addKeyword("d", { countryCode: "de" });
    const compare = async (query: string) => (await get(`/keyword-ranks/compare?app_ids=${rival.id}${query}`)).body;

    expect(wordsOf((await compare("")).data)).toEqual(["a", "b", "c", "d"]);
    expect(wordsOf((await compare("&country_codes=us,fr")).data)).toEqual(["a", "b", "c"]);
    const second = await compare("&per_page=2&page=2");
    expect(wordsOf(second.data)).toEqual(["c", "d"]);
    expect(second.meta).toMatchObject({ total: 4, last_page: 2, current_page: 2 });
    expect(second.links.prev).toContain(`app_ids=${rival.id}`);
  });

  it("[KRK-7] is 422 for another user's competitor and for one of the other store", async () => {
    const { other, addRival, get } = await setUp();
    const [mine, theirs, android] = [
      await addRival(),
      await addRival({}, other),
      await addRival({ platform: "android" }),
    ];

    const { status, body } = await get(`/keyword-ranks/compare?app_ids=${mine.id},${theirs.id},${android.id}`);

    expect([status, body.errors]).toEqual([
      422,
      {
        "app_ids.1": ["The selected app ids.1 is invalid."],
        "app_ids.2": ["The selected app ids.2 is invalid."],
      },
    ]);
  });

  it.each([
    ["app_ids", ""],
    ["app_ids", "app_ids=1,2,3,4,5,6"],
    ["date", "app_ids=1&date=yesterday"],
    ["country_codes", "app_ids=1&country_codes=us,de,fr,gb,it,es,pt,nl,be,at,ch"],
    ["per_page", "app_ids=1&per_page=101"],
  ])("[KRK-7] is 422 for %s of %s", async (field, query) => {
    const { get } = await setUp();

    const { status, body } = await get(`/keyword-ranks/compare?${query}`);

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it("is 404 for an app that the caller does not track, and 401 without a token", async () => {
    const { api, caller, addRival } = await setUp();
    const rival = await addRival();
    const path = `/apps/ios/${rival.externalId}/keyword-ranks/compare?app_ids=${rival.id}`;

    expect((await api.get(path, caller)).status).toBe(404);
    expect((await api.get(path)).status).toBe(401);
  });
});
