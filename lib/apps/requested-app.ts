import type { Db } from "../../db/client.ts";
import { findRequestedApp } from "../../db/queries/apps/requested-app.ts";
import { codeArray } from "../../db/queries/reference/countries.ts";
import { countryFaults } from "../countries/country-faults.ts";
import type { StoreApp } from "../domain/platform.ts";
import { type FieldErrors, invalidInput, notFound } from "../errors.ts";

type AppRequest = StoreApp & {
  readonly countryCodes?: readonly string[] | undefined;
  readonly categoryId?: number | undefined;
};

/**
 * Returns the requested app and category. Throws an error with all invalid countries (`country_codes`) and an unknown
 * category, and a 404 for an unknown app.
 */
export async function getRequestedApp(deps: { readonly db: Db }, request: AppRequest) {
  const { platform, externalId, countryCodes = [], categoryId: named } = request;
  const found = await findRequestedApp(deps.db, {
    platform,
    externalId,
    countryCodes: codeArray(countryCodes),
    categoryId: named ?? null,
  });
  const { app_id: appId, category_id: categoryId, metrics_as_of: metricsAsOf } = found;
  const faults: FieldErrors[] = found.countries.map(({ code, is_known: isKnown, is_storefront: isStorefront }, index) =>
    countryFaults(platform, { code, isKnown, isStorefront }, `country_codes.${index}`),
  );
  const errors: FieldErrors = Object.assign(
    {},
    ...faults,
    categoryId === null ? { category_id: ["The store has no such category."] } : {},
  );
  if (categoryId === null || Object.keys(errors).length > 0) throw invalidInput(errors);
  if (appId === null) throw notFound();
  return { appId, categoryId, metricsAsOf };
}
