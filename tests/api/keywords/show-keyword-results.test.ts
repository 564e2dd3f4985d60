import { describe, expect, it } from "vitest";

import { TODAY, useRankedTerms } from "./use-ranked-terms.ts";

const setUp = useRankedTerms();

describe("GET /keywords/{keyword_id}/results", () => {
  it("[KRK-9] shows the store's order, with the names of apps that are known", async () => {
    const { api, app, caller, addKeyword } = await setUp();
    const id = await addKeyword("a", { days: [{ day: TODAY, shown: ["zzz", app.externalId, "aaa"] }] });

    const { status, body } = await api.get(`/keywords/${id}/results`, caller);

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ keyword_id: id, platform: "ios", country_code: "us", date: TODAY },
      ...{ state: "read", window: 3, fetched_at: `${TODAY}T06:00:00Z` },
    });
    expect(body.data.results).toEqual([
      { rank: 1, external_id: "zzz", app: null },
      { rank: 2, external_id: app.externalId, app: { id: app.id, name: app.name, icon_url: null } },
      { rank: 3, external_id: "aaa", app: null },
    ]);
  });

  it("[KRK-9] is of the newest day that was read, or of the requested one", async () => {
    const { api, caller, addKeyword } = await setUp();
    const id = await addKeyword("a", {
      days: [
        { day: "2026-02-01", shown: ["old"] },
        { day: "2026-02-03", shown: [] },
        { day: TODAY, shown: "pending" },
      ],
    });
    const show = async (query: string) => {
      const { date, state, window, results } = (await api.get(`/keywords/${id}/results${query}`, caller)).body.data;
      return [date, state, window, results.length];
    };

    expect(await show("")).toEqual(["2026-02-03", "read", 0, 0]);
    expect(await show("?date=2026-02-01")).toEqual(["2026-02-01", "read", 1, 1]);
    expect(await show("?date=2026-02-02")).toEqual(["2026-02-02", "not_tracked", null, 0]);
    expect(await show(`?date=${TODAY}`)).toEqual([TODAY, "not_read", null, 0]);
    const unread = await addKeyword("b");
    const { body } = await api.get(`/keywords/${unread}/results`, caller);
    expect(body.data).toMatchObject({ date: TODAY, state: "not_tracked", results: [] });
  });

  it("[KRK-9] is 404 for a term that only others track, and for an unknown one", async () => {
    const { api, caller, other, addKeyword } = await setUp();
    const theirs = await addKeyword("a", { days: [{ day: TODAY, shown: ["x"] }] }, other);

    expect((await api.get(`/keywords/${theirs}/results`, other)).status).toBe(200);
    for (const id of [theirs, 999_999]) {
      expect((await api.get(`/keywords/${id}/results`, caller)).status).toBe(404);
    }
  });

  it("is 422 for a day that is none, and 401 without a token", async () => {
    const { api, caller, addKeyword } = await setUp();
    const id = await addKeyword("a");

    expect((await api.get(`/keywords/${id}/results?date=today`, caller)).status).toBe(422);
    expect((await api.get(`/keywords/${id}/results`)).status).toBe(401);
  });
});
