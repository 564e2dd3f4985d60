import type { Event, EventData, EventType } from "../../../../web/features/events/event.ts";

const none: EventData = {
  before: null,
  after: null,
  is_cut: null,
  locale: null,
  distinct_texts: null,
  languages: null,
  languages_total: null,
  countries: null,
  countries_total: null,
  before_pictures: null,
  after_pictures: null,
  version: null,
  previous_version: null,
  released_at: null,
  whats_new: null,
  rating: null,
  previous_rating: null,
  rating_count: null,
  previous_rating_count: null,
  chart_date: null,
  charts: null,
  charts_total: null,
  keyword_date: null,
  keywords: null,
  keywords_total: null,
  publisher: null,
  reason: null,
};

/** Returns an event whose data has these fields alone. */
export function madeEvent(type: EventType, data: Partial<EventData>, field: Event["field"] = null) {
  return { type, field, data: { ...none, ...data } };
}

/** Returns the entries of a text that these languages show, which is the first one's. */
export function languagesOf(owner: string, ...fallbacks: readonly string[]): NonNullable<EventData["languages"]> {
  const own = { locale: owner, fallback_of: null };
  return [own, ...fallbacks.map((locale) => ({ locale, fallback_of: owner }))];
}

/** Returns the entries of storefronts with the same value. */
export function placesOf(before: string | null, after: string | null, ...codes: readonly string[]) {
  return codes.map((country_code) => ({ country_code, before, after }));
}
