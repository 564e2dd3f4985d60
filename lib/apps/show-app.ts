import type { Db } from "../../db/client.ts";
import { findAppDetails, listVersions } from "../../db/queries/app-details.ts";
import { listCurrentListings } from "../../db/queries/listings.ts";
import { findCompetitors } from "../competitors/find-competitors.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { notFound } from "../errors.ts";
import { presentAppDetail } from "./app-detail-response.ts";

type ShowAppInput = StoreApp & { readonly userId: number };

/** Returns an app with its newest versions, its current listings and the competitors that the user defined. */
export async function showApp(deps: { readonly db: Db }, input: ShowAppInput) {
  const app = await findAppDetails(deps.db, input);
  if (app === undefined) throw notFound();

  const hasGlobalMetrics = platformFacts[app.platform].hasGlobalMetrics;
  const [versions, listings, competitors] = await Promise.all([
    listVersions(deps.db, { appId: app.id }),
    listCurrentListings(deps.db, { appId: app.id, hasGlobalMetrics }),
    findCompetitors(deps, { userId: input.userId, appId: app.id }),
  ]);
  return presentAppDetail({ app, versions, listings, competitors });
}
