import { type EventField, type EventType, eventTypes } from "./event.ts";
import { factKeys } from "./fact.ts";
import { trackedListingFields } from "./listing-field.ts";

/** Tracked apps are mine and competitors are rivals. An app can be both. */
export const eventScopes = ["mine", "rivals", "all"] as const;
export type EventScope = (typeof eventScopes)[number];

export const eventOrders = ["newest", "weight"] as const;
export type EventOrder = (typeof eventOrders)[number];

/** The pages of a feed reach this many events, and so many are sorted by weight. */
export const FEED_EVENTS_MAX = 2_000;

export const EVENT_APPS_MAX = 100;
export const EVENT_DAYS_MAX = 366;
export const EVENT_CHANGES_PAGE = 100;

/** The stored weight of an event is multiplied by this factor for an app that is a rival alone. */
export const RIVAL_FACTOR = 0.5;

/** An event that occurred more than this before the last visit is not new, whenever it was reported. */
export const REPORT_DAYS_MAX = 7;

/** Returns the kinds to read. The kind of an event is its field, or its type if it has no field. */
export function kindsOf(types: readonly EventType[], fields: readonly EventField[] | null): readonly string[] {
  const kinds: readonly string[] = eventTypes.filter((type) => types.includes(type)).flatMap(kindsOfType);
  return fields === null ? kinds : kinds.filter((kind) => fields.some((field) => field === kind));
}

function kindsOfType(type: EventType): readonly string[] {
  if (type === "listing.changed") return trackedListingFields;
  return type === "app.fact_changed" ? factKeys : [type];
}

type NamedPlaces = { readonly countryCode: string | null; readonly locale: string | null };

/** An event names the storefront or the language if its data contains one of these. Null stands for all events. */
export function placesOf({ countryCode, locale }: NamedPlaces): readonly object[] | null {
  const inCountry = ["countries", "charts", "keywords"].map((list) => ({ [list]: [{ country_code: countryCode }] }));
  const places = [
    ...(countryCode === null ? [] : inCountry),
    ...(locale === null ? [] : [{ languages: [{ locale }] }]),
  ];
  return places.length === 0 ? null : places;
}
