import { localPrice } from "../catalogue/prices.ts";
import type { AppOnDay, ListingOnDay } from "../catalogue/records.ts";
import type { Placed } from "./put.ts";

const WITHOUT_LEGAL_ADDRESS_SHARE = 0.5;

const ratings = { 4: "Everyone", 9: "Everyone 10+", 12: "Teen", 17: "Mature 17+" } as const;
const descriptions = { 4: null, 9: "Mild Fantasy Violence", 12: "Violence, Blood & Language", 17: "Strong Language" };

/** Returns what a details page says of an app besides texts, at the positions where google-play-scraper reads it. */
export function attributeBlocks({ attributes, category, facts }: AppOnDay, listing: ListingOnDay): readonly Placed[] {
  const { age, address, secondCategory } = attributes;
  const hasLegalAddress = !facts.draws.chance("without legal address", WITHOUT_LEGAL_ADDRESS_SHARE);
  const range = priceRange(attributes.purchases, listing.country);
  return [
    [[9, 0], ratings[age]],
    [[9, 2, 1], descriptions[age]],
    [[19, 0], range],
    [[96, 0, 3, 2], pictureOf(listing, attributes.featureGraphic)],
    ...(address === null ? [] : ([[[69, 2, 0], address]] as const)),
    ...(address !== null && hasLegalAddress ? ([[[69, 4, 2, 0], address]] as const) : []),
    ...(secondCategory === null
      ? []
      : ([[[118], [[[category.name, null, category.externalId, null]], categoryOf(secondCategory)]]] as const)),
  ];
}

function categoryOf({ name, externalId }: { readonly name: string; readonly externalId: string }): unknown {
  return [[name, null, externalId, null]];
}

/** "USD 0.99 - USD 9.99 per item"; null for an app that sells nothing. */
function priceRange(purchases: AppOnDay["attributes"]["purchases"], country: string): string | null {
  const prices = purchases.flatMap(({ usd }) => usd ?? []).toSorted((a, b) => a - b);
  const [first, last] = [prices.at(0), prices.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [first, last]
    .map((usd) => localPrice(usd, country))
    .map((price) => `${price.currency} ${price.amount}`);
  return from === to ? `${from} per item` : `${from} - ${to} per item`;
}

function pictureOf({ iconUrl }: ListingOnDay, revision: number): string {
  return iconUrl.replace("512x512bb", `1024x500-${revision}`);
}
