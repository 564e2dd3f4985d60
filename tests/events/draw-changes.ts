import type { appFactChanges } from "../../db/schema/facts.ts";
import type { appStoreListingChanges } from "../../db/schema/listings.ts";
import type { appOfferChanges } from "../../db/schema/metrics.ts";
import { factKeys } from "../../lib/domain/fact.ts";
import { listingChangeFields } from "../../lib/domain/listing-field.ts";

/** `event` names what a row of changes belongs to, or is null for no news. `place` has one value at a time. */
export type Row = {
  readonly key: string;
  readonly event: string | null;
  readonly place: string;
  readonly before: number;
  readonly after: number;
};

type Drawn =
  | { readonly kind: "listing"; readonly row: typeof appStoreListingChanges.$inferInsert }
  | { readonly kind: "offer"; readonly row: typeof appOfferChanges.$inferInsert }
  | { readonly kind: "fact"; readonly row: typeof appFactChanges.$inferInsert };
export type Change = Drawn & Omit<Row, "key">;

/** Returns a function that draws a change of an app, later than the one before. `texts` are hashes of three texts. */
export function drawChanges(random: () => number) {
  const oneOf = <Of>(list: readonly [Of, ...Of[]]): Of => list[Math.floor(random() * list.length)] ?? list[0];
  let at = Date.UTC(2026, 2, 1);
  /** Values that no other change has, so that none restores them. */
  const unique = () => ({ before: -at, after: at });
  const drawValues = () => {
    const before = oneOf([0, 1, 2]);
    return { before, after: (before + oneOf([1, 2])) % 3 };
  };

  const drawListing = (appId: number, texts: readonly Buffer[]): Change => {
    const fieldChanged = oneOf(listingChangeFields);
    const locale = oneOf(["en-US", "de-DE", "ja"]);
    const isOfLocale = fieldChanged === "locale_added" || fieldChanged === "locale_removed";
    const event = isOfLocale ? `listing.${fieldChanged}:` : `listing.changed:${fieldChanged}`;
    const drawn = drawValues();
    const hashes = { oldTextSha256: texts[drawn.before], newTextSha256: texts[drawn.after] };
    const row = { appId, locale, fieldChanged, ...hashes, detectedAt: new Date(at) };
    return { kind: "listing", row, event, place: locale, ...(isOfLocale ? unique() : drawn) };
  };

  const drawPrice = (appId: number): Change => {
    const countryCode = oneOf(["us", "de", "jp"]);
    const event = oneOf(["app.price_changed:", null]);
    const [oldCurrency, newCurrency] = event === null ? ["BGN", "EUR"] : ["USD", "USD"];
    const { before, after } = drawValues();
    const prices = { oldPrice: before, oldCurrency, newPrice: after, newCurrency };
    const row = { appId, countryCode, fieldChanged: "price", ...prices, detectedAt: new Date(at) } as const;
    return { kind: "offer", row, event, place: countryCode, before, after };
  };

  const drawAvailability = (appId: number): Change => {
    const countryCode = oneOf(["us", "de", "jp"]);
    const after = oneOf([0, 1]);
    const fieldChanged = "availability";
    const row = { appId, countryCode, fieldChanged, isAvailable: after === 1, detectedAt: new Date(at) } as const;
    return { kind: "offer", row, event: "app.availability_changed:", place: countryCode, before: 1 - after, after };
  };

  const drawFact = (appId: number): Change => {
    const key = oneOf(factKeys);
    const row = { appId, key, countryCode: "zz", validFrom: new Date(at), value: at, isFirst: false };
    return { kind: "fact", row, event: `app.fact_changed:${key}`, place: "zz", ...unique() };
  };

  return (appId: number, texts: readonly Buffer[]): Change => {
    at += 1;
    const kind = random();
    if (kind < 0.6) return drawListing(appId, texts);
    if (kind < 0.75) return drawPrice(appId);
    return kind < 0.85 ? drawAvailability(appId) : drawFact(appId);
  };
}
