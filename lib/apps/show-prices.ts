import type { Db } from "../../db/client.ts";
import { findPrices } from "../../db/queries/listings/offers-over-time.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { pricePeriods } from "../domain/price-periods.ts";
import { invalidInput, notFound } from "../errors.ts";

const CHANGES_MAX = { each: 50, one: 1_000 };

type ShowPricesInput = { readonly app: StoreApp; readonly countryCode: string | undefined };

export async function showPrices(deps: { readonly db: Db }, { app, countryCode }: ShowPricesInput) {
  const changesMax = countryCode === undefined ? CHANGES_MAX.each : CHANGES_MAX.one;
  const { hasGlobalMetrics } = platformFacts[app.platform];
  const found = await findPrices(deps.db, { ...app, countryCode: countryCode ?? null, hasGlobalMetrics, changesMax });
  if (!found.country_exists) throw invalidInput({ country_code: ["The selected country code is invalid."] });
  if (found.app_id === null) throw notFound();
  return found.storefronts
    .map((storefront) => ({ ...storefront, ...pricePeriods(storefront, changesMax) }))
    .filter(({ periods }) => periods.length > 0);
}
