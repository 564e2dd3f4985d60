import type { EventKind } from "../events/event-kinds.ts";
import type { Filter } from "./filter-fields.ts";

const kindsOfTexts: readonly EventKind[] = [
  "listing",
  "locale_added",
  "locale_removed",
  "title",
  "subtitle",
  "short_description",
  "promotional_text",
  "description",
  "whats_new",
  "video_url",
];

type ChosenPlaces = { readonly kinds: readonly EventKind[]; readonly country: string; readonly locale: string };

/**
 * Returns the country or the language that events must name. Events of texts name languages, and all others countries.
 * Screens show events that name either one, but a filter requires both.
 */
export function alertPlaces(
  { kinds, country, locale }: ChosenPlaces,
  firstLanguage: string | undefined,
): Pick<Filter, "country_codes" | "locales"> {
  const isOfTexts = kinds.length > 0 && kinds.every((kind) => kindsOfTexts.includes(kind));
  if (country !== "" && !isOfTexts) return { country_codes: [country] };
  const language = locale === "" ? firstLanguage : locale;
  return language === undefined ? {} : { locales: [language] };
}
