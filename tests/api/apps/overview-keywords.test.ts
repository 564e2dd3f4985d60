import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { addTerm, addTermDays, type TermDay, trackTerm } from "../../support/keyword-results.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A term in the United States for which the app has a rank on each of the last days, the newest one last. */
async function setUpTerms() {
  const { db, api, caller } = await setUp();
  const app = await createTracked(db, caller.user.id, { originCountryCode: "us" });
  const shown = (rank: number | null) =>
    Array.from({ length: 60 }, (_, place) => (place + 1 === rank ? app.externalId : `other.${place}`));
  const addRanked = async (term: string, days: readonly TermDay[], countryCode = "us") => {
    const keywordId = await addTerm(db, { term: `${term} ${crypto.randomUUID().slice(0, 8)}`, countryCode });
    await addTermDays(db, { keywordId, days });
    await trackTerm(db, { userId: caller.user.id, appId: app.id, keywordId });
    return keywordId;
  };
  const read = (days: number, rank: number | null): TermDay => ({ day: dayOf(days), shown: shown(rank) });
  const overview = async (query = "", as = caller) =>
    (await api.get(`/apps/ios/${app.externalId}/overview${query}`, as)).body.data;
  return { db, api, caller, app, addRanked, read, overview };
}

type Shown = { readonly keyword_id: number; readonly points: readonly object[] };
const idsOf = (data: { keyword_ranks: Shown[] }) => data.keyword_ranks.map(({ keyword_id }) => keyword_id);

describe("[EVT-47] the ranks for tracked keywords on the overview", () => {
  it("are those of GET …/keyword-ranks for each day", async () => {
    const { api, app, caller, addRanked, read, overview } = await setUpTerms();
    const id = await addRanked("weather", [
      read(-3, 7),
      { day: dayOf(-2), shown: "failed" },
      read(-1, null),
      read(0, 4),
    ]);

    const [keyword] = (await overview()).keyword_ranks;

    const path = `/apps/ios/${app.externalId}/keyword-ranks`;
    const series = await api.get(`${path}?keyword_ids[]=${id}&from=${dayOf(-89)}&to=${dayOf(0)}`, caller);
    const points = series.body.data[0].points.map(({ date, rank, state }: Record<string, unknown>) => {
      return { date, rank, state };
    });
    expect(keyword).toMatchObject({ keyword_id: id, country_code: "us", points });
    expect(keyword.points.slice(-4).map(({ rank }: { rank: number | null }) => rank)).toEqual([7, null, null, 4]);
  });

  it("are of the five terms of the storefront with the best ranks", async () => {
    const { addRanked, read, overview } = await setUpTerms();
    const ids: number[] = [];
    for (const rank of [30, 2, 11, 50, 1, 8]) ids.push(await addRanked(`rank ${rank}`, [read(0, rank)]));
    const japanese = await addRanked("elsewhere", [read(0, 3)], "jp");

    expect(idsOf(await overview())).toEqual([ids[4], ids[1], ids[5], ids[2], ids[0]]);
    expect(idsOf(await overview("?country_code=jp"))).toEqual([japanese]);
  });

  it("are not those of another user's terms", async () => {
    const { db, app, addRanked, read, overview } = await setUpTerms();
    await addRanked("weather", [read(0, 1)]);
    const other = await createCaller(db);
    await track(db, { userId: other.user.id, appId: app.id });

    expect(await overview("", other)).toMatchObject({ keyword_ranks: [] });
  });
});
