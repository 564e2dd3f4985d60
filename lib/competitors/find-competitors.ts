import type { Db } from "../../db/client.ts";
import type { AppSummary } from "../../db/queries/app-columns.ts";
import { findAppSummaries } from "../../db/queries/app-summaries.ts";
import { type CompetitorLinkRow, listCompetitorLinks } from "../../db/queries/competitors.ts";

export type Competitor = { readonly link: CompetitorLinkRow; readonly app: AppSummary };

/** Returns the competitors that a user defined for an app, oldest first. */
export async function findCompetitors(
  deps: { readonly db: Db },
  input: { readonly userId: number; readonly appId: number },
): Promise<readonly Competitor[]> {
  const links = await listCompetitorLinks(deps.db, input);
  if (links.length === 0) return [];
  const appIds = links.map((link) => link.competitorAppId);
  const summaries = await findAppSummaries(deps.db, { userId: input.userId, appIds });
  return joinCompetitors(links, new Map(summaries.map((app) => [app.id, app])));
}

/** Returns the links in their order, each with the competitor's app. */
export function joinCompetitors(
  links: readonly CompetitorLinkRow[],
  appById: ReadonlyMap<number, AppSummary>,
): readonly Competitor[] {
  return links.flatMap((link) => {
    const app = appById.get(link.competitorAppId);
    return app === undefined ? [] : [{ link, app }];
  });
}
