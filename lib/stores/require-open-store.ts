import type { Db } from "../../db/client.ts";
import { readOpening } from "../../db/queries/live-calls.ts";
import { countryFaults } from "../countries/country-faults.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { AppError, invalidInput } from "../errors.ts";

/** A pause lasts about an hour; clients that ask in between learn of its end soon enough. */
const PAUSE_RETRY_AFTER_SECONDS = 600;

/** Rejects a live request about a country in which the store sells nothing, or to a store that is to be left alone. */
export async function requireOpenStore(
  deps: { readonly db: Db },
  request: { readonly platform: Platform; readonly countryCode: string },
): Promise<void> {
  const { platform, countryCode } = request;
  const { isKnownCountry, isStorefront, isPaused } = await readOpening(deps.db, request);
  const faults = countryFaults(platform, { code: countryCode, isKnown: isKnownCountry, isStorefront });
  if (faults.country_code !== undefined) throw invalidInput(faults);
  if (!isPaused) return;

  const { storeName } = platformFacts[platform];
  throw new AppError("store_unavailable", `${storeName} is not asked for now: paused by the operators.`, {
    retryAfterSeconds: PAUSE_RETRY_AFTER_SECONDS,
  });
}
