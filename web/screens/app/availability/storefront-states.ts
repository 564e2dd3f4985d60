import type { Data } from "../../../client/operation-types.ts";
import { countryName } from "../../../format/locale-names.ts";

type Availability = Data<"showAvailability">[number];

export type StorefrontState = {
  readonly code: string;
  readonly name: string;
  /** null where the store was not read yet: not counted as available, and not as missing. */
  readonly isAvailable: boolean | null;
  readonly since: string | null;
  readonly asOf: string | null;
};

export const stateFilters = ["all", "available", "missing", "unread"] as const;
export type StateFilter = (typeof stateFilters)[number];
export type StateOrder = "name" | "newest";

/** Returns every storefront of a store by name. */
export function storefrontStates(rows: readonly Availability[]): readonly StorefrontState[] {
  const states = rows.map((row) => ({
    code: row.country_code,
    name: countryName(row.country_code),
    isAvailable: row.is_available,
    since: row.since,
    asOf: row.as_of,
  }));
  return states.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

const shownState = { available: true, missing: false, unread: null } as const;

/** Returns in how many storefronts an app is available, and how many were not read yet. */
export function describeStates(states: readonly StorefrontState[]): string {
  const count = (wanted: boolean | null) => states.filter(({ isAvailable }) => isAvailable === wanted).length;
  const unread = count(null);
  const available = `Available in ${count(true)} of ${states.length} storefronts`;
  return unread === 0 ? available : `${available}, ${unread} not read yet`;
}

/** Returns those of a state whose name or code contains a text, by name or the newest change first. */
export function filterStates(
  states: readonly StorefrontState[],
  { show, search, order }: { readonly show: StateFilter; readonly search: string; readonly order: StateOrder },
): readonly StorefrontState[] {
  const wanted = search.trim().toLowerCase();
  const found = states.filter(
    ({ isAvailable, name, code }) =>
      (show === "all" || isAvailable === shownState[show]) && (name.toLowerCase().includes(wanted) || code === wanted),
  );
  if (order === "name") return found;
  return found.toSorted((a, b) => (b.since ?? "").localeCompare(a.since ?? "", "en"));
}
