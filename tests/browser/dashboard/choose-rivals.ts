import * as z from "zod";

import type { Api } from "./fixture/accounts.ts";
import type { SeededApp } from "./fixture/seed-dashboard.ts";

const COUNTRY = "us";
const RIVALS = 2;
/** Apps on later ranks have no names. */
const NAMED_RANK_MAX = 20;

const tracked = z.object({ data: z.array(z.object({ keyword_id: z.int(), rank: z.int().nullable() })) });
const shown = z.object({
  data: z.object({
    results: z.array(z.object({ rank: z.int(), external_id: z.string(), app: z.object({ id: z.int() }).nullable() })),
  }),
});

export type RankedTerm = { readonly keywordId: number; readonly rivalIds: readonly number[] };

/** Adds to the competitors of an app those beside it in a search, and returns the term: that with most room to move. */
export async function chooseRivals(api: Api, { platform, externalId }: SeededApp): Promise<RankedTerm> {
  const path = `/apps/${platform}/${externalId}`;
  const query = `country_codes[]=${COUNTRY}&sort=rank&per_page=100`;
  const { data: keywords } = tracked.parse(await api("GET", `${path}/tracked-keywords?${query}`));
  const term = keywords.findLast(({ rank }) => rank !== null && rank <= NAMED_RANK_MAX);
  if (term === undefined) throw new Error("The app ranks first for no term.");
  const keywordId = term.keyword_id;
  const { results } = shown.parse(await api("GET", `/keywords/${keywordId}/results`)).data;
  const rivalIds = results
    .filter(({ external_id: id }) => id !== externalId)
    .toSorted((a, b) => Math.abs(a.rank - (term.rank ?? 0)) - Math.abs(b.rank - (term.rank ?? 0)))
    .flatMap(({ app }) => app?.id ?? [])
    .slice(0, RIVALS);
  for (const id of rivalIds) await api("POST", `${path}/competitors`, { competitor_app_id: id });
  return { keywordId, rivalIds };
}
