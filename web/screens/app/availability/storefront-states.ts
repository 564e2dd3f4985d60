import type { Data } from "../../../client/operation-types.ts";
import { countryName } from "../../../format/locale-names.ts";

type Availability = Data<"showAvailability">[number];

export type StorefrontState = {
  readonly code: string;
  readonly name: string;
  /** It is null if the store was not read yet. */
  readonly isAvailable: boolean | null;
  readonly since: string | null;
  readonly asOf: string | null;
};

export const stateFilters = ["all", "available", "missing", "unread"] as const;
export type StateFilter = (typeof stateFilters)[number];
export type StateOrder = "name" | "newest";

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

export function describeStates(states: readonly StorefrontState[]): string {
  const count = (wanted: boolean | null) => states.filter(({ isAvailable }) => isAvailable === wanted).length;
  const unread = count(null);
  const available = `Available in ${count(true)} of ${states.length} storefronts`;
  return unread === 0 ? available : `${available}, ${unread} not read yet`;
}

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
