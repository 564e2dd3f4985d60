import type { Reading } from "../../db/queries/events/readings.ts";
import type { FactChange, FirstRead, ListingChange, OfferChange } from "../../db/queries/events/unreported-rows.ts";
import type { Country } from "../domain/country.ts";
import {
  beginningOfText,
  EVENT_ENTRIES_MAX,
  type EventData,
  type EventPlace,
  type EventType,
} from "../domain/event.ts";
import { eventWeight, type Reach } from "../domain/event-weight.ts";
import type { localeChangeFields } from "../domain/listing-field.ts";
import { describeTexts, type TextChange } from "./describe-texts.ts";
import type { DescribedEvent } from "./described-event.ts";
import { type LastingChange, lastingChanges } from "./lasting-changes.ts";
import { correctsFirstRead, versionRelease } from "./version-release.ts";

/** Groups the unreported rows of an app into events. Rows that are no news are in none of them. */
export function describeChanges(
  reading: Reading,
  countries: readonly Country[],
  reach: Reach,
): readonly DescribedEvent[] {
  return [
    ...listingChanges(reading, countries, reach),
    ...versionRelease(reading),
    ...priceChange(reading, countries, reach),
    ...availabilityChange(reading, countries, reach),
    ...factChanges(reading, countries, reach),
  ];
}

const typesOfFields = {
  locale_added: "listing.locale_added",
  locale_removed: "listing.locale_removed",
} as const satisfies Record<(typeof localeChangeFields)[number], EventType>;

function listingChanges(reading: Reading, countries: readonly Country[], reach: Reach): readonly DescribedEvent[] {
  const bodies = new Map(reading.texts.map(({ sha256, text }) => [sha256, text]));
  const firstReads = new Map(reading.first_reads.map((read) => [read.locale, read]));
  const news = reading.listing_changes.filter((change) => !correctsFirst(change, firstReads.get(change.locale)));
  return [...Map.groupBy(news, ({ field }) => field)].flatMap<DescribedEvent>(([field, rows]) => {
    const isOfLocale = field === "locale_added" || field === "locale_removed";
    const changed = lastingChanges(rows, ({ locale }) => locale, isOfLocale ? () => false : isTextRestored);
    if (changed.length === 0) return [];
    const texts = changed.map(textChange);
    const weight = (of: Parameters<typeof eventWeight>[0]) =>
      eventWeight(of, reach.ofLanguages(texts.map(({ locale }) => locale)));
    const described = describeTexts(texts, {
      field,
      texts: bodies,
      countries,
      platform: reading.platform,
      ownCountry: reading.origin_country_code,
      ownTexts: reading.own_texts,
      reach,
    });
    const event: Pick<DescribedEvent, "table" | "data" | "of"> = {
      table: "listing",
      data: { ...described, version: reading.listing_version },
      of: changed.flatMap(({ of }) => of),
    };
    if (isOfLocale) {
      const type = typesOfFields[field];
      return [{ ...event, type, field: null, weight: weight(type) }];
    }
    return [{ ...event, type: "listing.changed", field, weight: weight(field) }];
  });
}

function correctsFirst({ detected_at }: ListingChange, first: FirstRead | undefined): boolean {
  return first?.was_outdated === true && first.corrected_until !== null && detected_at <= first.corrected_until;
}

function isTextRestored({ old_text }: ListingChange, { new_text }: ListingChange): boolean {
  return old_text === new_text;
}

function textChange({ first, last }: LastingChange<ListingChange>): TextChange {
  return { locale: last.locale, before: first.old_text, after: last.new_text };
}

function storefrontOf({ country_code }: OfferChange | FactChange): string | null {
  return country_code;
}

/** A storefront that shows prices in another currency has changed no price. */
function priceChange(reading: Reading, countries: readonly Country[], reach: Reach): readonly DescribedEvent[] {
  const type = "app.price_changed";
  const rows = reading.offer_changes.filter(
    ({ field, old_currency: old, new_currency: now }) =>
      field === "price" && (old === now || old === null || now === null),
  );
  const changes = lastingChanges(
    rows,
    storefrontOf,
    (first, last) => first.old_price === last.new_price && first.old_currency === last.new_currency,
  );
  const placeOf = ({ first, last }: LastingChange<OfferChange>) => ({
    country_code: last.country_code,
    before: priceText(first.old_price, first.old_currency),
    after: priceText(last.new_price, last.new_currency),
  });
  return ofPlaces(changes, placeOf, { type, table: "offer", field: null, what: type, countries, reach });
}

function priceText(price: number | null, currency: string | null): string | null {
  return price === null ? null : [price.toFixed(2), currency].filter((part) => part !== null).join(" ");
}

/** The loss of the last storefront is the removal of the app, and the first one that has it again its return. */
function availabilityChange(reading: Reading, countries: readonly Country[], reach: Reach): readonly DescribedEvent[] {
  const type = availabilityType(reading);
  const rows = reading.offer_changes.filter(({ field }) => field === "availability");
  const changes = lastingChanges(rows, storefrontOf, (first, last) => first.is_available !== last.is_available);
  const placeOf = ({ last: { country_code, is_available } }: LastingChange<OfferChange>) => ({
    country_code,
    before: is_available === true ? "unavailable" : "available",
    after: is_available === true ? "available" : "unavailable",
  });
  const isWhole = type !== "app.availability_changed";
  return ofPlaces(changes, placeOf, { type, table: "offer", field: null, what: type, countries, reach, isWhole });
}

export function availabilityType({ was_available, is_available }: Reading) {
  if (was_available === true && !is_available) return "app.removed";
  if (was_available === false && is_available) return "app.returned";
  return "app.availability_changed";
}

function factChanges(reading: Reading, countries: readonly Country[], reach: Reach): readonly DescribedEvent[] {
  const isCorrected = correctsFirstRead(reading);
  const news = reading.fact_changes.filter(({ replaces_first }) => !(isCorrected && replaces_first));
  return [...Map.groupBy(news, ({ key }) => key)].flatMap(([field, rows]) => {
    const changes = lastingChanges(rows, storefrontOf, (first, last) => first.hash_before === last.hash_after);
    const type = "app.fact_changed";
    return ofPlaces(changes, placeOfFact, { type, table: "fact", field, what: field, countries, reach });
  });
}

function placeOfFact({ first, last }: LastingChange<FactChange>): EventPlace {
  return { country_code: last.country_code, before: first.before, after: last.after };
}

type OfPlaces = Pick<DescribedEvent, "type" | "table" | "field"> & {
  readonly what: Parameters<typeof eventWeight>[0];
  readonly countries: readonly Country[];
  readonly reach: Reach;
  readonly isWhole?: boolean;
};

/** Returns the event of values that differ by storefront, the largest storefront first. */
function ofPlaces<Row extends OfferChange | FactChange>(
  changes: readonly LastingChange<Row>[],
  placeOf: (change: LastingChange<Row>) => EventPlace,
  { what, countries, reach, isWhole = false, ...event }: OfPlaces,
): readonly DescribedEvent[] {
  const places = changes.map(placeOf);
  const priorities = new Map(countries.map(({ code, priority }) => [code, priority]));
  const sizeOf = ({ country_code }: EventPlace) =>
    country_code === null ? Number.POSITIVE_INFINITY : (priorities.get(country_code) ?? 0);
  const largest = places.toSorted(
    (a, b) => sizeOf(b) - sizeOf(a) || ((a.country_code ?? "") < (b.country_code ?? "") ? -1 : 1),
  );
  const [first] = largest;
  if (first === undefined) return [];
  const codes = places.flatMap(({ country_code }) => country_code ?? []);
  const isEverywhere = isWhole || codes.length < places.length || (event.table === "fact" && codes.length === 0);
  const before = beginningOfText(first.before);
  const after = beginningOfText(first.after);
  const data: EventData = {
    before: before.text,
    after: after.text,
    is_cut: before.isCut || after.isCut,
    countries: largest
      .filter(({ country_code }) => country_code !== null)
      .slice(0, EVENT_ENTRIES_MAX)
      .map((place) => ({ ...place, before: shortly(place.before), after: shortly(place.after) })),
    countries_total: codes.length,
  };
  const weight = eventWeight(what, isEverywhere ? 1 : reach.ofCountries(codes));
  return [{ ...event, weight, data, of: changes.flatMap(({ of }) => of) }];
}

/** A value of one storefront is mostly a price or a short fact. A longer value is cut after this many characters. */
const PLACE_TEXT_MAX = 60;

function shortly(value: string | null): string | null {
  return value === null ? null : value.slice(0, PLACE_TEXT_MAX).toWellFormed();
}
