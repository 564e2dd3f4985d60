import { countryName, localeName } from "../../format/locale-names.ts";
import { formatCount, formatQuantity } from "../../format/numbers.ts";
import { isFactKey } from "../facts/fact-names.ts";
import type { Change } from "./change.ts";
import { fieldNames } from "./change-labels.ts";

export type ChangeGroup = { readonly field: Change["field_changed"]; readonly changes: readonly Change[] };

/** Returns a line such as "Title in 3 languages" or "Price in 2 countries". */
export function headlineOf({ field, changes }: ChangeGroup): string {
  const count = changes.length;
  if (field === "locale_added") return `${formatQuantity(count, "language")} added`;
  if (field === "locale_removed") return `${formatQuantity(count, "language")} removed`;
  if (field === "price" || field === "availability" || isFactKey(field)) {
    const isEverywhere = changes.every(({ country_code }) => country_code === null);
    return isEverywhere
      ? fieldNames[field]
      : `${fieldNames[field]} in ${formatQuantity(count, "country", "countries")}`;
  }
  return `${fieldNames[field]} in ${formatQuantity(count, "language")}`;
}

const MAIN_LOCALE = /^en(-US)?$/;
const MAIN_COUNTRY = "us";

/** The change that most readers understand comes first. */
export function mainFirst(changes: readonly Change[]): readonly Change[] {
  const isMain = ({ locale, country_code: country }: Change) =>
    locale === null ? country === MAIN_COUNTRY : MAIN_LOCALE.test(locale);
  return changes.toSorted(
    (a, b) => Number(isMain(b)) - Number(isMain(a)) || placeOf(a).localeCompare(placeOf(b), "en"),
  );
}

export function placeOf({ locale, country_code: country }: Change): string {
  if (locale !== null) return localeName(locale);
  return country === null ? "All storefronts" : countryName(country);
}

const PLACES_NAMED = 6;

/** Returns a text such as "3 more: France, Germany, Japan". */
export function describeOthers(others: readonly Change[]): string {
  const named = others.slice(0, PLACES_NAMED).map(placeOf).join(", ");
  return `${formatCount(others.length)} more: ${named}${others.length > PLACES_NAMED ? ", …" : ""}`;
}

export type Shot = { readonly url: string; readonly device: string };

/** The service cuts long values, which are then no longer JSON. */
export function readShots(value: string | null): readonly Shot[] | undefined {
  if (value === null) return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.flatMap(shotOf) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function shotOf(item: unknown): readonly Shot[] {
  if (typeof item !== "object" || item === null || !("url" in item) || typeof item.url !== "string") return [];
  return [{ url: item.url, device: "device_type" in item ? String(item.device_type) : "" }];
}
