import type { Db } from "../../db/client.ts";
import { findListing } from "../../db/queries/listings.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { invalidInput, listingNotStored, notFound } from "../errors.ts";
import { presentListing } from "./listing-response.ts";

type ShowListingInput = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly countryCode: string;
  /** Default: the first language of the country. */
  readonly locale: string | undefined;
};

/** Returns the last known listing of an app in a country where it is available (rule AppAvailableCountry). */
export async function showListing(deps: { readonly db: Db }, input: ShowListingInput) {
  const { platform, externalId, countryCode } = input;
  const { storeName, hasGlobalMetrics } = platformFacts[platform];
  const found = await findListing(deps.db, {
    platform,
    externalId,
    countryCode,
    locale: input.locale ?? null,
    hasGlobalMetrics,
  });

  if (!found.countryExists) throw invalidInput({ country_code: ["The selected country code is invalid."] });
  if (found.appId === null) throw notFound();
  if (found.isAvailable === false) {
    throw invalidInput({ country_code: [`The app is not available on ${storeName} in ${countryCode}.`] });
  }
  if (found.locale === null)
    throw invalidInput({ country_code: [`${storeName} has no storefront in ${countryCode}.`] });
  if (found.listing === null) throw listingNotStored({ locale: found.locale, sync: found.sync });
  return presentListing(found.listing);
}
