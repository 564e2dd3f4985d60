import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

/** The catalogue's day that is stored at first. */
export const FILLED_ON = 100;

/** Enough to choose from. */
const CATALOGUE_APPS_PER_APP = 8;
const CATALOGUE_APPS_MIN = 2_400;

/** Starts the stores that the bench reads; with `now`, their limits and caches keep that time. */
export function startStores({ apps }: { readonly apps: number }, now?: () => number): Promise<StoreSimulator> {
  const appsPerStore = Math.max(CATALOGUE_APPS_MIN, CATALOGUE_APPS_PER_APP * apps);
  return startStoreSimulator({ day: FILLED_ON, appsPerStore, ...(now !== undefined && { now }) });
}
