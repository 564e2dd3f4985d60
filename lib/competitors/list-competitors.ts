import type { Db } from "../../db/client.ts";
import { findAppSummaries } from "../../db/queries/app-summaries.ts";
import { listTrackedCompetitorLinks } from "../../db/queries/competitors.ts";
import { presentApp } from "../apps/present-app.ts";
import type { Platform } from "../domain/platform.ts";
import { type Address, type Page, presentPage, rowsOf } from "../http/pagination.ts";
import { joinCompetitors } from "./find-competitors.ts";
import { presentCompetitor } from "./present-competitor.ts";

type ListCompetitorsInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly search: string | undefined;
  readonly page: Page;
  readonly address: Address;
};

/**
 * One page of the competitors of a user's tracked apps, by tracked app. An app whose competitors go over the end of a
 * page is named again on the next: whole groups could be more than a function may answer.
 */
export async function listCompetitors(deps: { readonly db: Db }, input: ListCompetitorsInput) {
  const { userId, page, address } = input;
  const { links, total } = await listTrackedCompetitorLinks(deps.db, {
    userId,
    platform: input.platform ?? null,
    search: input.search ?? null,
    ...rowsOf(page),
  });
  const appIds = [...new Set(links.flatMap((link) => [link.appId, link.competitorAppId]))];
  const summaries = await findAppSummaries(deps.db, { userId, appIds });

  const appById = new Map(summaries.map((app) => [app.id, app]));
  const data = [...Map.groupBy(links, (link) => link.appId)].flatMap(([parentId, ownLinks]) => {
    const parent = appById.get(parentId);
    if (parent === undefined) return [];
    return [{ parent: presentApp(parent), competitors: joinCompetitors(ownLinks, appById).map(presentCompetitor) }];
  });
  return { data, ...presentPage({ address, page, total, rows: links.length }) };
}
