import { countries } from "../../db/seeds/countries.ts";
import { storeCategories } from "../../db/seeds/store-categories.ts";
import type { Platform } from "../../lib/domain/platform.ts";

import { type Catalogue, createCatalogue } from "./catalogue/catalogue.ts";

const APPS_PER_STORE = 2_400;
const PUBLISHERS_PER_STORE = 320;

/** Returns the catalogue over the service's countries and categories. */
export function defaultCatalogue(options: {
  readonly seed: number;
  readonly epoch: string;
  readonly appsPerStore?: number | undefined;
  readonly publishersPerStore?: number | undefined;
}): Catalogue {
  return createCatalogue({
    seed: options.seed,
    epoch: options.epoch,
    appsPerStore: options.appsPerStore ?? APPS_PER_STORE,
    publishersPerStore: options.publishersPerStore ?? PUBLISHERS_PER_STORE,
    countries,
    categories: { ios: categoriesOf("ios"), android: categoriesOf("android") },
  });
}

function categoriesOf(platform: Platform) {
  return storeCategories.flatMap(({ platform: owner, externalId, name, parentExternalId }) =>
    owner === platform && externalId !== null ? [{ externalId, name, parentExternalId }] : [],
  );
}
