import type { ReadName } from "../../client/operation-types.ts";

/** The command menu offers what these return. */
const reads: readonly unknown[] = ["listApps", "listCompetitors", "listCountries", "listViews"] satisfies ReadName[];

type Read = { readonly queryKey: readonly unknown[]; readonly state: { readonly data?: unknown } };

/** Returns whether a read is of the menu's world and has no response yet, as each further page of a list at first. */
export function isFirstRead({ queryKey: [operation], state: { data } }: Read): boolean {
  return reads.includes(operation) && data === undefined;
}
