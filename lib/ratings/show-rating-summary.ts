import type { Db } from "../../db/client.ts";
import { sumRatings } from "../../db/queries/metrics/rating-sums.ts";
import { getRequestedApp } from "../apps/requested-app.ts";
import type { StoreApp } from "../domain/platform.ts";
import { presentStars } from "./rating-response.ts";

export async function showRatingSummary(deps: { readonly db: Db }, app: StoreApp) {
  const { appId, metricsAsOf } = await getRequestedApp(deps, app);
  const sums = await sumRatings(deps.db, { appId });
  return { ...sums, breakdown: presentStars(sums.stars), metrics_as_of: metricsAsOf };
}
