import * as z from "zod";

import { listingOutcomeSchema } from "../../scrapers/contracts/records.ts";
import type { ListingTarget } from "../domain/storefronts.ts";
import { askInBulk, failedItem } from "./ask-in-bulk.ts";
import type { CallContext } from "./connector.ts";
import { normaliseListing } from "./normalise-storefront.ts";
import type { ItemLookup, ListingLookup, ListingRecord } from "./records.ts";
import type { ScraperClient } from "./scraper-client.ts";

const listingsBody = z.object({ listings: z.array(z.unknown()) }).transform(({ listings }) => listings);

/** The platform's spelling of targets as a query. */
export type SpellTargets = (targets: readonly ListingTarget[]) => Readonly<Record<string, string>>;

export async function askListings(
  client: ScraperClient,
  spell: SpellTargets,
  { externalId, targets }: { readonly externalId: string; readonly targets: readonly ListingTarget[] },
  context: CallContext,
): Promise<readonly ListingLookup[]> {
  const responses = await askInBulk(client, context, targets, {
    call: (asked) => ({
      operation: "fetchListings",
      segments: ["apps", externalId, "listings", "locales"],
      query: spell(asked),
      schema: listingsBody,
    }),
    outcomeSchema: listingOutcomeSchema,
    read: (target, outcome) => readListing(client, target, outcome),
  });
  return responses.map(({ item, lookup }) => ({ target: item, lookup }));
}

function readListing(
  client: ScraperClient,
  target: ListingTarget,
  outcome: z.infer<typeof listingOutcomeSchema>,
): ItemLookup<ListingRecord> | undefined {
  if (outcome.country !== target.country || outcome.locale !== target.locale) return undefined;
  if (outcome.outcome === "failed") return failedItem(outcome);
  if (outcome.outcome === "empty_response") return { outcome: "empty_response" };

  const { listing } = outcome;
  if (listing.platform !== client.platform || listing.country !== target.country) return undefined;
  return { outcome: "found", record: normaliseListing(target, listing) };
}
