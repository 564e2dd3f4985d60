import { countries } from "../../../db/seeds/countries.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { laterSyncCosts } from "../../../infra/planning/later-sync.ts";
import { batchesPerShard } from "../../../lib/domain/storefront-sweep.ts";
import type { PerApp } from "./count-requests.ts";
import type { EconomyOptions } from "./options.ts";

/** Share by which a day's requests may differ from the model's: apps lack storefronts, and few have a new version. */
export const MODEL_TOLERANCE = 0.2;

/** Returns what the planning model expects of a day, an app: ratings of the simulated stores move too little for stars. */
export function perAppByModel({ apps, changed }: EconomyOptions): PerApp {
  const assumptions = { ...assumed, changedApps: changed, movedStars: 0 };
  const ios = laterSyncCosts("ios", "later", assumptions);
  const android = laterSyncCosts("android", "later", assumptions);
  const batches = Math.ceil(apps / prod.sweep.appsPerRequest) * batchesPerShard(countries, "ios");
  return {
    lookups: (ios.itunes_lookup ?? 0) + batches / apps,
    pages: ios.apps_page ?? 0,
    histograms: ios.itunes_reviews ?? 0,
    playPages: android.play_page ?? 0,
  };
}
