import type { ChosenRivals } from "../../features/scope/scope.ts";

/** Returns the choice without the competitors that the app has no longer. If none is left, all are chosen. */
export function keptRivals(rivals: ChosenRivals, app: string, isKept: (id: string) => boolean): ChosenRivals {
  if (typeof rivals === "string" || rivals.app !== app) return rivals;
  const ids = rivals.ids.filter(isKept);
  return ids.length === 0 ? "all" : { app, ids };
}
