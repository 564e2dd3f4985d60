import { countryName, shortLocaleName } from "../../format/locale-names.ts";
import { formatCount, formatQuantity } from "../../format/numbers.ts";
import type { Event, EventData } from "./event.ts";

const PLACES_SHOWN = 8;

/** Returns where something changed, if the sentence of the event does not say all of it. */
export function describePlaces({ type, data }: Pick<Event, "type" | "data">): string {
  if (type === "chart.rank_changed" || type === "keyword.rank_changed") return "";
  const languages = describeLanguages(data);
  return languages === "" ? describeCountries(data) : languages;
}

/**
 * Returns whether the language shows a text of its own or that of another one, or "" if the event does not name it. An
 * event names 40 languages at most.
 */
export function describeLanguage({ data: { languages } }: Pick<Event, "data">, language: string): string {
  const place = languages?.find(({ locale }) => locale === language);
  if (place === undefined) return "";
  const name = shortLocaleName(language);
  return place.fallback_of === null
    ? `${name} has a new text of its own`
    : `${name} shows the ${shortLocaleName(place.fallback_of)} text`;
}

/** Equal texts are named once, by their language: "English (US) and 38 that show it". */
function describeLanguages({ languages, languages_total: total }: EventData): string {
  const named = languages ?? [];
  const isAlone = named.length === 1 && named[0]?.fallback_of === null;
  if (named.length === 0 || (isAlone && total === 1)) return "";
  const groups = [...Map.groupBy(named, ({ locale, fallback_of: owner }) => owner ?? locale)].map(([owner, shown]) =>
    describeText(
      owner,
      shown.map(({ locale }) => locale),
    ),
  );
  const unnamed = (total ?? named.length) - named.length;
  return joinNames(groups, unnamed > 0 ? [`${formatQuantity(unnamed, "more language")}`] : []);
}

function describeText(owner: string, locales: readonly string[]): string {
  const name = shortLocaleName(owner);
  const others = locales.filter((locale) => locale !== owner);
  const [first] = others;
  if (first === undefined) return name;
  if (others.length < locales.length)
    return `${name} and ${formatCount(others.length)} that ${others.length === 1 ? "shows" : "show"} it`;
  const more = others.length - 1;
  const who = `${shortLocaleName(first)}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
  return `${who} ${more > 0 ? "show" : "shows"} the ${name} text`;
}

function describeCountries({ countries, countries_total: total }: EventData): string {
  const names = (countries ?? []).flatMap(({ country_code: code }) => (code === null ? [] : [countryName(code)]));
  if (names.length < 2) return "";
  const unnamed = (total ?? names.length) - names.length;
  return joinNames(names, unnamed > 0 ? [`${formatCount(unnamed)} more`] : []);
}

function joinNames(names: readonly string[], rest: readonly string[]): string {
  if (names.length <= PLACES_SHOWN) return [...names, ...rest].join(" · ");
  return `${names.slice(0, PLACES_SHOWN).join(" · ")} · and more`;
}
