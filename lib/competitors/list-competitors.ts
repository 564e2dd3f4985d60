import type { Db } from "../../db/client.ts";
import { findAppSummaries } from "../../db/queries/apps/app-summaries.ts";
import { listTrackedCompetitorLinks } from "../../db/queries/apps/competitor-list.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import type { Page } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";

type ListCompetitorsInput = {
  readonly userId: number;
  readonly platform: Platform | undefined;
  readonly search: string | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly page: Page;
};

export async function listCompetitors(deps: { readonly db: Db }, input: ListCompetitorsInput) {
  const { userId, page } = input;
  const {
    links,
    last_page: lastPage,
    last_id: lastId,
    ...cut
  } = await listTrackedCompetitorLinks(deps.db, {
    userId,
    platform: input.platform ?? null,
    search: input.search ?? null,
    tagIds: listIfAny(input.tagIds),
    page: page.page,
    perPage: page.perPage,
    afterId: page.afterId ?? null,
  });
  const appIds = [...new Set(links.flatMap((link) => [link.app_id, link.competitor_app_id]))];
  const summaries = await findAppSummaries(deps.db, { userId, appIds });

  const appById = new Map(summaries.map((app) => [app.id, app]));
  const items = [...Map.groupBy(links, (link) => link.app_id)].flatMap(([parentId, ownLinks]) => {
    const parent = appById.get(parentId);
    if (parent === undefined) return [];
    const competitors = ownLinks.flatMap((link) => {
      const app = appById.get(link.competitor_app_id);
      return app === undefined ? [] : [{ ...link, app }];
    });
    return [{ parent, competitors }];
  });
  return { items, ...page, ...cut, lastPage, lastId };
}
