import type { Data } from "../../../client/operation-types.ts";
import { countryName, localeName } from "../../../format/locale-names.ts";

export type LanguageCoverage = Data<"showApp">["coverage"][number];

const fieldNames: Readonly<Record<LanguageCoverage["own_fields"][number], string>> = {
  title: "title",
  subtitle: "subtitle",
  short_description: "short description",
  description: "description",
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns what a language shows, such as "Own title, the rest of French (fr-FR)". */
export function describeCoverage({ state, own_fields, fallback_of }: LanguageCoverage): string {
  if (state === null) return "Not read yet";
  if (state === "none") return "No listing";
  if (fallback_of === null) return "Own texts";
  if (state === "fallback") return `Shows ${localeName(fallback_of)}`;
  return `Own ${namesOf(own_fields)}, the rest of ${localeName(fallback_of)}`;
}

/** Returns what readers in a storefront see of another language, or an empty text if all that they see is their own. */
export function describeFallback(language: LanguageCoverage | undefined, country: string): string {
  if (language === undefined || language.fallback_of === null) return "";
  const { state, own_fields, fallback_of } = language;
  const other = localeName(fallback_of);
  return state === "fallback"
    ? `${countryName(country)} sees the ${other} text.`
    : `${countryName(country)} sees its own ${namesOf(own_fields)} and the other texts of ${other}.`;
}

/** Returns how many languages are in each state, such as "3 with own texts, 1 without a listing". */
export function countCoverage(languages: readonly LanguageCoverage[]): string {
  const counts = [
    { state: "own", text: "with own texts" },
    { state: "fallback", text: "showing another language" },
    { state: "none", text: "without a listing" },
    { state: null, text: "not read yet" },
  ].map(({ state, text }) => ({ text, count: languages.filter((language) => language.state === state).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ text, count }) => `${count} ${text}`)
    .join(", ");
}

function namesOf(fields: LanguageCoverage["own_fields"]): string {
  return list.format(fields.map((field) => fieldNames[field]));
}
