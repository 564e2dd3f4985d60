import type { Data } from "../../client/operation-types.ts";
import type { Platform } from "../../parts/app-path.ts";
import { countryName } from "../../parts/locale-name.ts";

type Country = Data<"listCountries">[number];
type Availability = Data<"showAvailability">[number];

export type StorefrontState = {
  readonly code: string;
  readonly name: string;
  /** undefined where nothing has been read yet. */
  readonly isAvailable: boolean | undefined;
  /** null on Google Play where the app was never missing. */
  readonly since: string | null;
  readonly asOf: string | null;
};

export const stateFilters = ["all", "available", "missing"] as const;
export type StateFilter = (typeof stateFilters)[number];
export type StateOrder = "name" | "newest";

/**
 * Returns every storefront of a store by name. Google Play is read for missing apps alone, so that a storefront without a
 * row there has always had the app, once the app has been read.
 */
export function storefrontStates(
  platform: Platform,
  countries: readonly Country[],
  rows: readonly Availability[],
  isRead: boolean,
): readonly StorefrontState[] {
  const byCode = new Map(rows.map((row) => [row.country_code, row]));
  const ofStore = countries.filter(
    ({ code, ios_languages, android_languages }) =>
      byCode.has(code) || (platform === "ios" ? ios_languages : android_languages) !== null,
  );
  const states = ofStore.map(({ code }) => {
    const row = byCode.get(code);
    const assumed = platform === "android" && isRead ? true : undefined;
    return {
      code,
      name: countryName(code),
      isAvailable: row?.is_available ?? assumed,
      since: row?.since ?? null,
      asOf: row?.as_of ?? null,
    };
  });
  return states.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Returns those of a state whose name or code contains a text, by name or the newest change first. */
export function filterStates(
  states: readonly StorefrontState[],
  { show, search, order }: { readonly show: StateFilter; readonly search: string; readonly order: StateOrder },
): readonly StorefrontState[] {
  const wanted = search.trim().toLowerCase();
  const found = states.filter(
    ({ isAvailable, name, code }) =>
      (show === "all" || isAvailable === (show === "available")) &&
      (name.toLowerCase().includes(wanted) || code === wanted),
  );
  if (order === "name") return found;
  return found.toSorted((a, b) => (b.since ?? "").localeCompare(a.since ?? "", "en"));
}
