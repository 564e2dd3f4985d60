import { describe, expect, it } from "vitest";

import type { App } from "../../support/factories.ts";
import { resultsWith, TODAY, useRankedTerms, wordsOf } from "./use-ranked-terms.ts";

const setUp = useRankedTerms();

const on = (ranks: readonly (readonly [App, number])[], day = TODAY) => ({
  days: [{ day, shown: resultsWith(ranks) }],
});

describe("GET /apps/{platform}/{external_id}/keyword-ranks/gaps", () => {
  it("[KRK-8] lists terms for which a competitor is among the first 20 and the app is not", async () => {
    const { app, addKeyword, addRival, get } = await setUp();
    const [first, second] = [await addRival(), await addRival()];
    await addKeyword(
      "behind",
      on([
        [first, 20],
        [app, 21],
      ]),
    );
    await addKeyword(
      "without",
      on([
        [second, 1],
        [first, 2],
      ]),
    );
    await addKeyword(
      "ahead",
      on([
        [app, 20],
        [first, 1],
      ]),
    );
    await addKeyword("low", on([[first, 21]]));
    await addKeyword("unread", { days: [{ day: TODAY, shown: "failed" }] });

    const { status, body } = await get("/keyword-ranks/gaps");

    expect([status, wordsOf(body.data)]).toEqual([200, ["without", "behind"]]);
    expect(body.data[0]).toMatchObject({
      state: "not_in_window",
      rank: null,
      window: 25,
      rivals: [
        { app_id: second.id, rank: 1 },
        { app_id: first.id, rank: 2 },
      ],
    });
    expect(body.data[1]).toMatchObject({ state: "ranked", rank: 21, rivals: [{ app_id: first.id, rank: 20 }] });
    expect(body.meta).toMatchObject({ total: 2, apps: [{ id: app.id }, { id: first.id }, { id: second.id }] });
  });

  it("[KRK-8] is of these competitors, storefronts and this day, in pages", async () => {
    const { addKeyword, addRival, get } = await setUp();
    const [first, second] = [await addRival(), await addRival()];
    await addKeyword("a", on([[first, 1]]));
    await addKeyword("b", on([[second, 1]]));
    await addKeyword("c", { ...on([[second, 2]]), countryCode: "de" });
    await addKeyword("d", on([[first, 1]], "2026-03-13"));
    const gaps = async (query: string) => wordsOf((await get(`/keyword-ranks/gaps?${query}`)).body.data);

    expect(await gaps(`app_ids=${second.id}`)).toEqual(["b", "c"]);
    expect(await gaps(`app_ids=${first.id},${second.id}&country_codes=de`)).toEqual(["c"]);
    expect(await gaps("date=2026-03-13")).toEqual(["d"]);
    expect(await gaps("per_page=3&page=2")).toEqual(["c"]);
  });

  it("[KRK-8] shows no term and no competitor of another user", async () => {
    const { other, addKeyword, addRival, get } = await setUp();
    const [mine, theirs] = [await addRival(), await addRival({}, other)];
    await addKeyword("a", on([[theirs, 1]]));
    await addKeyword("b", on([[mine, 1]]), other);

    const { body } = await get("/keyword-ranks/gaps");

    expect(body.data).toEqual([]);
    expect(body.meta.apps.map(({ id }: { id: number }) => id)).not.toContain(theirs.id);
    const named = await get(`/keyword-ranks/gaps?app_ids=${theirs.id}`);
    expect([named.status, named.body.errors]).toEqual([422, { "app_ids.0": ["The selected app ids.0 is invalid."] }]);
  });

  it("is 404 for an app that the caller does not track, and 401 without a token", async () => {
    const { api, caller, addRival } = await setUp();
    const path = `/apps/ios/${(await addRival()).externalId}/keyword-ranks/gaps`;

    expect((await api.get(path, caller)).status).toBe(404);
    expect((await api.get(path)).status).toBe(401);
  });
});
