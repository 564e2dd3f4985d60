import type { Data } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";

export type View = Data<"listViews">[number];

/** The service's maximum length of a name. */
export const VIEW_NAME_MAX = 80;

/** Returns the saved views by name. They change only by what this user does. */
export function useViews(): readonly View[] {
  return useRead("listViews", {}, { staleTime: Number.POSITIVE_INFINITY }).data?.data ?? [];
}
