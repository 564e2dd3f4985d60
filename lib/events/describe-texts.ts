import type { Reading } from "../../db/queries/events/readings.ts";
import { type Country, listingLanguages, primaryLanguage } from "../domain/country.ts";
import { beginningOfText, EVENT_ENTRIES_MAX, type EventData, type EventLanguage, picturesOf } from "../domain/event.ts";
import type { Reach } from "../domain/event-weight.ts";
import { pictureFields } from "../domain/listing-field.ts";
import type { Platform } from "../domain/platform.ts";

/** A change of a text in one language. Texts are named by their hashes. */
export type TextChange = { readonly locale: string; readonly before: string | null; readonly after: string | null };

type Of = {
  readonly field: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly countries: readonly Country[];
  readonly platform: Platform;
  readonly ownCountry: string;
  /** The hashes of the current texts in the language of the app's own storefront. */
  readonly ownTexts: Reading["own_texts"];
  readonly reach: Reach;
};

/** Describes changes of one field: equal texts are one, and pictures have no language. */
export function describeTexts(changes: readonly TextChange[], of: Of): EventData {
  const ordered = inOrderOfLanguages(changes, of);
  const texts = [...Map.groupBy(ordered, ({ before, after }) => after ?? before).values()];
  const readersOf = (equal: readonly TextChange[]) => of.reach.ofLanguages(equal.map(({ locale }) => locale));
  const mostRead = texts.toSorted((a, b) => readersOf(b) - readersOf(a))[0]?.[0];
  const isPicture = pictureFields.some((field) => field === of.field);
  const languages = ordered.map(({ locale }) => locale);
  const shared = { distinct_texts: texts.length, languages_total: languages.length };
  if (mostRead === undefined) return { ...shared, languages: [] };
  const before = textOf(mostRead.before, of.texts);
  const after = textOf(mostRead.after, of.texts);
  if (isPicture) return { ...shared, ...describePictures(before, after), languages: [], locale: null };

  const fallbacks = new Map(texts.flatMap((equal) => languagesOf(equal, of)).map((each) => [each.locale, each]));
  const cutBefore = beginningOfText(before);
  const cutAfter = beginningOfText(after);
  return {
    ...shared,
    before: cutBefore.text,
    after: cutAfter.text,
    is_cut: cutBefore.isCut || cutAfter.isCut,
    locale: mostRead.locale,
    languages: languages.slice(0, EVENT_ENTRIES_MAX).flatMap((locale) => fallbacks.get(locale) ?? []),
  };
}

function textOf(hash: string | null, texts: ReadonlyMap<string, string>): string | null {
  return hash === null ? null : (texts.get(hash) ?? null);
}

/** The language of the app's own storefront comes first, then the others in the order of storefronts. */
function inOrderOfLanguages(changes: readonly TextChange[], { countries, platform, ownCountry }: Of) {
  const own = primaryLanguage(countries, platform, ownCountry);
  const order = new Map(listingLanguages(countries, platform).map(({ locale }, index) => [locale, index]));
  const placeOf = ({ locale }: TextChange) => (locale === own ? -1 : (order.get(locale) ?? order.size));
  return changes.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.locale < b.locale ? -1 : 1));
}

/** The first of the languages that show a text has it, and the others show it as theirs. */
function languagesOf(equal: readonly TextChange[], { field, ownTexts }: Of): readonly EventLanguage[] {
  const [first] = equal;
  if (first === undefined) return [];
  const isOwnText = first.after !== null && ownTexts?.[field] === first.after;
  const owner = isOwnText ? (ownTexts?.locale ?? first.locale) : first.locale;
  return equal.map(({ locale }) => ({ locale, fallback_of: locale === owner ? null : owner }));
}

/** Shows the pictures that have gone and come. Where only their order has changed, it shows the first of each. */
function describePictures(before: string | null, after: string | null): EventData {
  const old = urlsOf(before);
  const now = urlsOf(after);
  const gone = old.filter((url) => !now.includes(url));
  const come = now.filter((url) => !old.includes(url));
  const isOrder = gone.length + come.length === 0;
  return { before_pictures: picturesOf(isOrder ? old : gone), after_pictures: picturesOf(isOrder ? now : come) };
}

function urlsOf(stored: string | null): readonly string[] {
  if (stored === null) return [];
  if (!stored.startsWith("[")) return [stored];
  const screenshots: readonly { readonly url: string }[] = JSON.parse(stored);
  return screenshots.map(({ url }) => url);
}
