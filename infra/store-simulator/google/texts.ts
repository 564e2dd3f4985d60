import { boundedCache } from "../bounded-cache.ts";
import type { CataloguePublisher } from "../catalogue/records.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Long texts are HTML in the page. */
export function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character).replaceAll("\n", "<br>");
}

const FORMATS_CACHED_MAX = 200;
const numberFormats = boundedCache<Intl.NumberFormat>({ entriesMax: FORMATS_CACHED_MAX });
const dateFormats = boundedCache<Intl.DateTimeFormat>({ entriesMax: FORMATS_CACHED_MAX });

export function localizedNumber(value: number, language: string): string {
  return numberFormats.get(language, () => new Intl.NumberFormat(knownLanguage(language))).format(value);
}

/** Returns "Aug 15, 2011" in English, and another format in every other language. */
export function localizedDate(isoDate: string, language: string): string {
  const format = dateFormats.get(
    language,
    () => new Intl.DateTimeFormat(knownLanguage(language), { dateStyle: "medium", timeZone: "UTC" }),
  );
  return format.format(new Date(`${isoDate}T00:00:00Z`));
}

export function publisherLink(publisher: CataloguePublisher): string {
  if (publisher.isBranded) return `/store/apps/dev?id=${publisher.accountId}`;
  return `/store/apps/developer?id=${encodeURIComponent(publisher.name).replaceAll("%20", "+").replaceAll("%2C", ",")}`;
}

function knownLanguage(language: string): string {
  return /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4})?$/.test(language) ? language.replace("_", "-") : "en-US";
}
