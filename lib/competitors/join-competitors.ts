import type { AppSummary } from "../../db/queries/apps/app-columns.ts";
import type { CompetitorLinkRow } from "../../db/queries/apps/competitors.ts";

export type Competitor = { readonly link: CompetitorLinkRow; readonly app: AppSummary };

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
