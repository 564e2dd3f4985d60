import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

/** The catalogue's day that is stored at first. */
export const FILLED_ON = 100;

/** Enough to choose from. */
const CATALOGUE_APPS_PER_APP = 8;
const CATALOGUE_APPS_MIN = 2_400;

type Stores = { readonly apps: number; readonly appsPerStore?: number };

/** Starts the stores that the bench reads; with `now`, their limits and caches keep that time. */
export function startStores({ apps, ...given }: Stores, now?: () => number): Promise<StoreSimulator> {
  const { appsPerStore = Math.max(CATALOGUE_APPS_MIN, CATALOGUE_APPS_PER_APP * apps) } = given;
  return startStoreSimulator({ day: FILLED_ON, appsPerStore, ...(now !== undefined && { now }) });
}
