import type { ReportedApp, ReportedRow } from "../../db/queries/events/event-writes.ts";
import type { FactChange, ListingChange, NewVersion, OfferChange, Reading } from "../../db/queries/events/readings.ts";
import type { Country } from "../domain/country.ts";
import {
  beginningOfText,
  EVENT_ENTRIES_MAX,
  type EventData,
  type EventPlace,
  type EventType,
  hasRatingMoved,
  type NewEvent,
} from "../domain/event.ts";
import { eventWeight, type Reach, reachAmong } from "../domain/event-weight.ts";
import type { localeChangeFields } from "../domain/listing-field.ts";
import { describeTexts, type TextChange } from "./describe-texts.ts";

export type ReportOfApp = {
  readonly app: ReportedApp;
  readonly events: readonly NewEvent[];
  /** Each change row with the event that reports it, or none if it is no news. */
  readonly rows: readonly (Omit<ReportedRow, "event"> & { readonly event: NewEvent | null })[];
};

type Described = Pick<NewEvent, "type" | "field" | "weight" | "data"> & {
  readonly table: ReportedRow["table"];
  readonly of: readonly { readonly id: number; readonly detected_at: number }[];
};

/** Returns what an app's reading is reported as. Its first one has no events, since all of it was read first. */
export function eventsOfReading(reading: Reading, countries: readonly Country[]): ReportOfApp {
  const reach = reachAmong(countries, reading.platform, new Set(reading.unavailable_countries));
  const isFirst = reading.was_available === null;
  const described = isFirst ? [] : describeChanges(reading, countries, reach);
  const ofRows = described.map(({ table, of, ...event }) => ({ table, of, event: dated(reading, event, of) }));
  const events = [
    ...ofRows.map(({ event }) => event),
    ...(isFirst ? [] : availabilityWithoutRows(reading, described)),
    ...ratingChange(reading),
    ...failure(reading),
  ];
  const eventOf = new Map(ofRows.flatMap(({ table, of, event }) => of.map(({ id }) => [keyOf(table, id), event])));
  const rows = rowsOf(reading).map(({ table, id }) => {
    return { app_id: reading.app_id, table, id, event: eventOf.get(keyOf(table, id)) ?? null };
  });
  return { app: baselineAfter(reading, events), events, rows };
}

function rowsOf(reading: Reading): readonly Pick<ReportedRow, "table" | "id">[] {
  const of = (table: ReportedRow["table"], rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }) => ({ table, id }));
  return [
    ...of("listing", reading.listing_changes),
    ...of("offer", reading.offer_changes),
    ...of("fact", reading.fact_changes),
    ...of("version", reading.new_versions),
  ];
}

function keyOf(table: ReportedRow["table"], id: number): string {
  return `${table}:${id}`;
}

function describeChanges(reading: Reading, countries: readonly Country[], reach: Reach): readonly Described[] {
  return [
    ...listingChanges(reading, countries, reach),
    ...versionRelease(reading),
    ...priceChange(reading, countries, reach),
    ...availabilityChange(reading, countries, reach),
    ...factChanges(reading, countries, reach),
  ];
}

function dated({ app_id }: Reading, event: Omit<Described, "table" | "of">, of: Described["of"]): NewEvent {
  const times = of.map(({ detected_at }) => detected_at);
  return { appId: app_id, ...event, beganAt: Math.min(...times), occurredAt: Math.max(...times) };
}

const typesOfFields = {
  locale_added: "listing.locale_added",
  locale_removed: "listing.locale_removed",
} as const satisfies Record<(typeof localeChangeFields)[number], EventType>;

function listingChanges(reading: Reading, countries: readonly Country[], reach: Reach): readonly Described[] {
  const texts = new Map(reading.texts.map(({ sha256, text }) => [sha256, text]));
  const news = reading.listing_changes.filter(({ corrects_first_read }) => !corrects_first_read);
  return [...Map.groupBy(news, ({ field }) => field)].map(([field, rows]) => {
    const newest = newestOfEach(rows, ({ locale }) => locale);
    const weight = (of: Parameters<typeof eventWeight>[0]) =>
      eventWeight(of, reach.ofLanguages(newest.map(({ locale }) => locale)));
    const described = describeTexts(newest.map(textChange), {
      field,
      texts,
      countries,
      platform: reading.platform,
      ownCountry: reading.origin_country_code,
      ownTexts: reading.own_texts,
      reach,
    });
    const data: EventData = { ...described, version: reading.listing_version };
    if (field === "locale_added" || field === "locale_removed") {
      const type = typesOfFields[field];
      return { table: "listing", type, field: null, weight: weight(type), data, of: rows };
    }
    return { table: "listing", type: "listing.changed", field, weight: weight(field), data, of: rows };
  });
}

/** Several changes of one place in one reading are shown as one, from the first old value to the last new one. */
function newestOfEach<Row extends { readonly id: number }>(
  rows: readonly Row[],
  placeOf: (row: Row) => string | null,
): readonly (Row & { readonly first: Row })[] {
  return [...Map.groupBy(rows, placeOf).values()].flatMap((ofPlace) => {
    const [first] = ofPlace;
    const last = ofPlace.at(-1);
    return first === undefined || last === undefined ? [] : [{ ...last, first }];
  });
}

function textChange({ locale, new_text, first }: ListingChange & { readonly first: ListingChange }): TextChange {
  return { locale, before: first.old_text, after: new_text };
}

/** The first read of an app may have shown a version that a later one had replaced by then. */
function correctsFirstRead({ new_versions, previous_version: first }: Reading): boolean {
  if (first === null || !first.is_first) return false;
  return new_versions.some(({ released_at }) => released_at !== null && released_at <= first.released_by);
}

/** A version that a page still shows from before is no release, nor is one that the first read should have shown. */
function versionRelease(reading: Reading): readonly Described[] {
  const { new_versions, previous_version } = reading;
  if (previous_version === null || correctsFirstRead(reading)) return [];
  const isLater = ({ released_at }: NewVersion) =>
    released_at === null || previous_version.released_at === null || released_at >= previous_version.released_at;
  const released = new_versions.filter(isLater);
  const newest = released.toSorted((a, b) => compareDates(a.released_at, b.released_at) || a.id - b.id).at(-1);
  if (newest === undefined) return [];
  const { text: whats_new, isCut: is_cut } = beginningOfText(newest.whats_new);
  const type = "app.version_released";
  return [
    {
      table: "version",
      type,
      field: null,
      weight: eventWeight(type, 1),
      data: {
        version: newest.version,
        previous_version: previous_version.version,
        released_at: newest.released_at,
        whats_new,
        is_cut,
      },
      of: released,
    },
  ];
}

function compareDates(a: string | null, b: string | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

/** A storefront that shows prices in another currency has changed no price. */
function priceChange(reading: Reading, countries: readonly Country[], reach: Reach): readonly Described[] {
  const type = "app.price_changed";
  const rows = reading.offer_changes.filter(
    ({ field, old_currency: old, new_currency: now }) =>
      field === "price" && (old === now || old === null || now === null),
  );
  const places = newestOfEach(rows, ({ country_code }) => country_code).map(({ first, ...last }) => ({
    country_code: last.country_code,
    before: priceText(first.old_price, first.old_currency),
    after: priceText(last.new_price, last.new_currency),
  }));
  return ofPlaces(places, rows, { type, table: "offer", field: null, what: type, countries, reach });
}

function priceText(price: number | null, currency: string | null): string | null {
  return price === null ? null : [price.toFixed(2), currency].filter((part) => part !== null).join(" ");
}

/** The loss of the last storefront is the removal of the app, and the first one that has it again its return. */
function availabilityChange(reading: Reading, countries: readonly Country[], reach: Reach): readonly Described[] {
  const type = availabilityType(reading);
  const rows = reading.offer_changes.filter(({ field }) => field === "availability");
  const places = newestOfEach(rows, ({ country_code }) => country_code).map(({ country_code, is_available }) => ({
    country_code,
    before: is_available === true ? "unavailable" : "available",
    after: is_available === true ? "available" : "unavailable",
  }));
  const isWhole = type !== "app.availability_changed";
  return ofPlaces(places, rows, { type, table: "offer", field: null, what: type, countries, reach, isWhole });
}

function availabilityType({ was_available, is_available }: Reading) {
  if (was_available === true && !is_available) return "app.removed";
  if (was_available === false && is_available) return "app.returned";
  return "app.availability_changed";
}

/** An earlier report may have taken the rows of the last storefront. */
function availabilityWithoutRows(reading: Reading, described: readonly Described[]): readonly NewEvent[] {
  const type = availabilityType(reading);
  if (type === "app.availability_changed" || described.some((event) => event.type === type)) return [];
  return [eventAt(reading, { type, weight: eventWeight(type, 1), data: { countries: [], countries_total: 0 } })];
}

function factChanges(reading: Reading, countries: readonly Country[], reach: Reach): readonly Described[] {
  const isCorrected = correctsFirstRead(reading);
  const news = reading.fact_changes.filter(({ replaces_first }) => !(isCorrected && replaces_first));
  return [...Map.groupBy(news, ({ key }) => key)].flatMap(([field, rows]) => {
    const places = newestOfEach(rows, ({ country_code }) => country_code).map(placeOfFact);
    return ofPlaces(places, rows, { type: "app.fact_changed", table: "fact", field, what: field, countries, reach });
  });
}

function placeOfFact({ country_code, after, first }: FactChange & { readonly first: FactChange }): EventPlace {
  return { country_code, before: first.before, after };
}

type OfPlaces = Pick<Described, "type" | "table" | "field"> & {
  readonly what: Parameters<typeof eventWeight>[0];
  readonly countries: readonly Country[];
  readonly reach: Reach;
  readonly isWhole?: boolean;
};

/** Returns the event of values that differ by storefront, the largest storefront first. */
function ofPlaces(
  places: readonly EventPlace[],
  of: readonly (OfferChange | FactChange)[],
  { what, countries, reach, isWhole = false, ...event }: OfPlaces,
): readonly Described[] {
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
  return [{ ...event, weight: eventWeight(what, isEverywhere ? 1 : reach.ofCountries(codes)), data, of }];
}

/** Values of single storefronts are prices and short facts. Of others, the first characters must do. */
const PLACE_TEXT_MAX = 60;

function shortly(value: string | null): string | null {
  return value === null ? null : value.slice(0, PLACE_TEXT_MAX).toWellFormed();
}

function ratingChange(reading: Reading): readonly NewEvent[] {
  const { rated_before: before, rated_now: now, countries_rated } = reading;
  if (before === null || now === null || !hasRatingMoved(before, now)) return [];
  const type = "rating.changed";
  return [
    eventAt(reading, {
      type,
      weight: eventWeight(type, 1),
      data: {
        rating: now.rating,
        previous_rating: before.rating,
        rating_count: now.rating_count,
        previous_rating_count: before.rating_count,
        countries_total: countries_rated ?? 0,
      },
    }),
  ];
}

/** Only the first failure of a streak is an event. */
function failure(reading: Reading): readonly NewEvent[] {
  if (reading.failure === null || reading.was_failing) return [];
  const type = "sync.failed";
  const { text: reason } = beginningOfText(reading.failure);
  return [eventAt(reading, { type, weight: eventWeight(type, 1), data: { reason: reason ?? "" } }, reading.failed_at)];
}

function eventAt(
  { app_id, read_at, due_at }: Reading,
  event: Pick<NewEvent, "type" | "weight" | "data">,
  at = read_at,
): NewEvent {
  const when = at ?? due_at;
  return { appId: app_id, field: null, beganAt: when, occurredAt: when, ...event };
}

/** The baseline of ratings moves with each event of them, and is set when the first sync has read all storefronts. */
function baselineAfter(reading: Reading, events: readonly NewEvent[]): ReportedApp {
  const { app_id, marker, is_synced, was_available } = reading;
  const hasEvent = events.some(({ type }) => type === "rating.changed");
  const setsRating = is_synced && (hasEvent || reading.has_no_rating);
  return {
    app_id,
    marker,
    is_available: is_synced ? reading.is_available : was_available,
    is_failing: reading.failure !== null,
    rating: reading.rating,
    rating_count: reading.rating_count,
    rated_at: setsRating ? reading.rated_at : null,
  };
}
