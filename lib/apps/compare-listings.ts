import type { Db } from "../../db/client.ts";
import { findListingPair } from "../../db/queries/listings/listings-over-time.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import type { StoreApp } from "../domain/platform.ts";
import { invalidInput, listingNotStored, notFound } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import { presentListingDiff } from "./listing-diff-response.ts";

export type ListingMoment = { readonly day: string } | { readonly versionId: number };

type CompareListingsInput = {
  readonly app: StoreApp;
  readonly locale: string;
  readonly withLocale: string | undefined;
  readonly from: ListingMoment | undefined;
  readonly to: ListingMoment | undefined;
};

export async function compareListings(
  deps: { readonly db: Db; readonly now: Clock },
  { app, locale, withLocale, from, to }: CompareListingsInput,
) {
  if (withLocale === undefined && from === undefined) throw invalidInput({ from: ["The from field is required."] });
  rejectFuture(deps, { from, to });

  const [before, after] = [partsOf(from ?? to), partsOf(to)];
  const pair = await findListingPair(deps.db, {
    ...app,
    oldLocale: locale,
    oldDay: before.day,
    oldVersionId: before.versionId,
    newLocale: withLocale ?? locale,
    newDay: after.day,
    newVersionId: after.versionId,
  });
  if (pair === undefined) throw notFound();
  const unknown = "The app has no such version.";
  if (!pair.new_version_exists) throw invalidInput({ to: [unknown] });
  if (!pair.old_version_exists) throw invalidInput({ from: [unknown] });
  if (pair.old === null) throw listingNotStored({ locale, sync: pair.sync });
  if (pair.new === null) throw listingNotStored({ locale: withLocale ?? locale, sync: pair.sync });
  return presentListingDiff(pair.old, pair.new);
}

function rejectFuture(
  deps: { readonly now: Clock },
  moments: Readonly<Record<string, ListingMoment | undefined>>,
): void {
  const today = utcDay(deps.now());
  for (const [field, moment] of Object.entries(moments)) {
    if (moment !== undefined && "day" in moment && moment.day > today)
      throw invalidInput({ [field]: [`The ${field} field must not be after today.`] });
  }
}

function partsOf(moment: ListingMoment | undefined): { day: string | null; versionId: number | null } {
  return { day: null, versionId: null, ...moment };
}
