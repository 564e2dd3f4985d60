import type { Db } from "../../db/client.ts";
import { findAppDetails, findAppTexts } from "../../db/queries/apps/app-details.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { presentWithin } from "../domain/response-size.ts";
import { notFound } from "../errors.ts";
import type { ListingLimits } from "../responses/listing-response.ts";
import { presentAppDetail } from "./app-detail-response.ts";

type ShowAppInput = StoreApp & { readonly userId: number };

/** The whole app, or less if its texts and addresses would not fit a response. */
const detailLimits = [
  { textLength: Number.POSITIVE_INFINITY, screenshots: Number.POSITIVE_INFINITY },
  { textLength: 1_000, screenshots: 10 },
  { textLength: 100, screenshots: 0 },
] as const satisfies readonly ListingLimits[];

/** Returns an app with its newest versions and changes, its current listings and the user's competitors. */
export async function showApp(deps: { readonly db: Db }, input: ShowAppInput) {
  const app = await findAppDetails(deps.db, input);
  if (app === undefined) throw notFound();

  const hasGlobalMetrics = platformFacts[app.platform].hasGlobalMetrics;
  const texts = await findAppTexts(deps.db, { appId: app.id, hasGlobalMetrics });
  return presentWithin<ListingLimits, ReturnType<typeof presentAppDetail>>(detailLimits, (limits) =>
    presentAppDetail({ app, ...texts }, limits),
  );
}
