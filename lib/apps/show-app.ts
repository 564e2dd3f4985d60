import type { Db } from "../../db/client.ts";
import { findAppDetails, listCompetitorLinks, listVersions, type StoreApp } from "../../db/queries/app-details.ts";
import { findAppSummaries } from "../../db/queries/app-summaries.ts";
import { listCurrentListings } from "../../db/queries/listings.ts";
import { platformFacts } from "../domain/platform.ts";
import { unknownApp } from "./known-app.ts";
import { presentAppDetail } from "./present-app.ts";

type ShowAppInput = StoreApp & { readonly userId: number };

/** One app with its newest versions, its current listings and the competitors that the user defined. */
export async function showApp(deps: { readonly db: Db }, input: ShowAppInput) {
  const app = await findAppDetails(deps.db, input);
  if (app === undefined) throw unknownApp();

  const hasGlobalMetrics = platformFacts[app.platform].metricsScope === "global";
  const [versions, listings, competitors] = await Promise.all([
    listVersions(deps.db, app.id),
    listCurrentListings(deps.db, { appId: app.id, hasGlobalMetrics }),
    listCompetitors(deps, { userId: input.userId, appId: app.id }),
  ]);
  return presentAppDetail({ app, versions, listings, competitors });
}

async function listCompetitors(deps: { readonly db: Db }, input: { userId: number; appId: number }) {
  const links = await listCompetitorLinks(deps.db, input);
  if (links.length === 0) return [];
  const appIds = links.map((link) => link.competitorAppId);
  const summaries = await findAppSummaries(deps.db, { userId: input.userId, appIds });
  const appById = new Map(summaries.map((app) => [app.id, app]));
  return links.flatMap((link) => {
    const app = appById.get(link.competitorAppId);
    return app === undefined ? [] : [{ link, app }];
  });
}
