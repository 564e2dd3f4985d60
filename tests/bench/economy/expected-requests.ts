import { prod } from "../../../infra/aws/stages.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import type { Inventory } from "../../../infra/planning/inventory.ts";
import { sumOfCosts } from "../../../infra/planning/later-sync.ts";
import { pipelineSettings } from "../../../infra/planning/pipeline-settings.ts";
import { simulate } from "../../../infra/planning/simulation/simulate.ts";
import { timesCosts } from "../../../lib/domain/store-hosts.ts";
import { atFirstRates } from "../../support/store-settings.ts";
import type { SoldShares } from "./choose-apps.ts";
import type { PerApp } from "./count-requests.ts";
import type { EconomyOptions } from "./options.ts";

/** Share by which a day's requests of a host may differ from the model's. */
export const MODEL_TOLERANCE = 0.2;

const DAY_MINUTES = 1_440;

/** Versions come at random in the simulation, so the mean of several is taken, until they have this many apps. */
const SIMULATED = { apps: 3_000, seedsMax: 10 };
const noCharts = { perDay: 0, perMinute: 1 };

/**
 * Returns what the simulation of the planning model requests on each day, an app. As in the bench, there are no charts,
 * ratings move too little for stars, and the few requests leave each class at its first rate.
 */
export function perAppByModel(
  { apps, changed, days }: EconomyOptions,
  { inventory, sold }: { readonly inventory: Inventory; readonly sold: SoldShares },
): readonly PerApp[] {
  const ofStage = pipelineSettings(prod, inventory);
  const input = {
    apps: { ios: apps, android: apps },
    countedDays: 1,
    settings: { ...ofStage, stores: atFirstRates(ofStage.stores), charts: { ios: noCharts, android: noCharts } },
    assumed: { ...assumed, movedStars: 0, iosSoldShare: sold.ios, androidSoldShare: sold.android },
    demand: { syncsPerDay: 0, firstSyncsPerDay: 0, firstReadsPerDay: 0 },
    changedShare: changed,
  };
  const seeds = Array.from(
    { length: Math.min(SIMULATED.seedsMax, Math.ceil(SIMULATED.apps / apps)) },
    (_, index) => index + 1,
  );
  return Array.from({ length: days }, (_, before) => {
    const simulated = seeds.map((seed) => simulate({ ...input, seed, days: before + 1 }).requestsPerMinute);
    const ofDay = timesCosts(sumOfCosts(simulated), DAY_MINUTES / apps / seeds.length);
    return {
      lookups: ofDay.itunes_lookup ?? 0,
      pages: ofDay.apps_page ?? 0,
      histograms: ofDay.itunes_reviews ?? 0,
      playPages: ofDay.play_page ?? 0,
    };
  });
}
