import type { Db } from "../../db/client.ts";
import { findListing } from "../../db/queries/listings/current-listings.ts";
import { findListingOnDay } from "../../db/queries/listings/listings-over-time.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { invalidInput, listingNotStored, notFound } from "../errors.ts";
import { presentListing } from "../responses/listing-response.ts";
import type { Clock } from "../runtime/clock.ts";

type ShowListingInput = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly countryCode: string;
  readonly locale: string | undefined;
  readonly at: string | undefined;
};

/** Hours after its end until which a day's last reads are stored. */
const STORED_WITHIN_HOURS = 1;

/**
 * Returns the last known listing of an app in an available country (rule AppAvailableCountry), or the one at the end of
 * a day. Also returns whether all reads of that day are stored.
 */
export async function showListing(deps: { readonly db: Db; readonly now: Clock }, input: ShowListingInput) {
  const { platform, externalId, countryCode, at } = input;
  const { storeName, hasGlobalMetrics } = platformFacts[platform];
  if (at !== undefined && at > utcDay(deps.now()))
    throw invalidInput({ at: ["The at field must not be after today."] });

  const wanted = { platform, externalId, countryCode, locale: input.locale ?? null, hasGlobalMetrics };
  const found =
    at === undefined ? await findListing(deps.db, wanted) : await findListingOnDay(deps.db, { ...wanted, day: at });

  if (!found.country_exists) throw invalidInput({ country_code: ["The selected country code is invalid."] });
  if (found.app_id === null) throw notFound();
  if (found.is_available === false) {
    const sentence =
      at === undefined
        ? `The app is not available on ${storeName} in ${countryCode}.`
        : `The app was not available on ${storeName} in ${countryCode} on ${at}.`;
    throw invalidInput({ country_code: [sentence] });
  }
  if (found.locale === null)
    throw invalidInput({ country_code: [`${storeName} has no storefront in ${countryCode}.`] });
  if (found.listing === null) throw listingNotStored({ locale: found.locale, sync: found.sync });
  const firstUnsettledDay = utcDay(new Date(deps.now().getTime() - STORED_WITHIN_HOURS * 3_600_000));
  return { data: presentListing(found.listing), isSettled: at !== undefined && at < firstUnsettledDay };
}
