import { countryName, localeName } from "../../format/locale-names.ts";
import { factNames, isFactKey } from "../facts/fact-names.ts";
import type { Change, ChangeGroup } from "./change-groups.ts";

export type Field = Change["field_changed"];

export const fieldNames: Readonly<Record<Field, string>> = {
  title: "Title",
  subtitle: "Subtitle",
  short_description: "Short description",
  promotional_text: "Promotional text",
  description: "Description",
  whats_new: "What’s new",
  screenshots: "Screenshots",
  icon_url: "Icon",
  video_url: "Video",
  locale_added: "Language added",
  locale_removed: "Language removed",
  price: "Price",
  availability: "Availability",
  ...factNames,
};

/** Returns a sentence without its subject, such as "Title changed in 12 languages". */
export function describeChange({ first, places }: ChangeGroup): string {
  const { field_changed: field, new_value: value } = first;
  const where = describePlaces(first, places);
  if (field === "locale_added") return `Listing added${where}`;
  if (field === "locale_removed") return `Listing removed${where}`;
  if (field === "availability")
    return value === "available" ? `Became available${where}` : `Became unavailable${where}`;
  return `${fieldNames[field]} changed${where}`;
}

function describePlaces(change: Change, places: readonly string[]): string {
  const [only] = places;
  if (only === undefined) return isFactKey(change.field_changed) ? "" : " in all countries";
  const isLanguage = change.locale !== null;
  if (places.length > 1) return ` in ${places.length} ${isLanguage ? "languages" : "countries"}`;
  return ` in ${isLanguage ? localeName(only) : countryName(only)}`;
}

export function placeName({ locale }: Change, place: string): string {
  return locale === null ? countryName(place) : localeName(place);
}
