import type { Db } from "../../db/client.ts";
import { listTrackedKeywords as readKeywords } from "../../db/queries/keywords/tracked-keywords.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";
import type { TrackKeywordsDependencies } from "./track-keywords.ts";

type ListTrackedKeywordsInput = {
  readonly app: StoreApp;
  readonly userId: number;
  readonly countryCodes: readonly string[] | undefined;
  readonly page: Page;
};

/** Lists the keywords that a user tracks for an app, by term. Throws a 404 unless the user tracks the app. */
export async function listTrackedKeywords(
  deps: { readonly db: Db } & Pick<TrackKeywordsDependencies, "keywordSettings">,
  { app, userId, countryCodes, page }: ListTrackedKeywordsInput,
) {
  const codes = countryCodes === undefined || countryCodes.length === 0 ? null : codeArray(countryCodes);
  const found = await readKeywords(deps.db, { ...app, userId, countryCodes: codes, ...rowsOf(page) });
  if (found.page === null) throw notFound();
  const { total, rows } = found.page;
  const { keywordSettings } = deps;
  const meta = { used: found.used, max: keywordSettings === "off" ? null : keywordSettings.perUserMax };
  return { page: pageOf(page, { items: rows, total }), meta };
}
