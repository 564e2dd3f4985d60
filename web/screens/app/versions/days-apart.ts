type Dated = { readonly release_date: string | null; readonly created_at: string };

const DAY_MS = 86_400_000;

/** Returns the day of a version: when it was released, or else when it was first seen. */
export function dayOf({ release_date: released, created_at: seen }: Dated): string {
  return released ?? seen.slice(0, 10);
}

/** Returns the days between two versions; undefined without the earlier one. */
export function daysApart(version: Dated, earlier: Dated | undefined): number | undefined {
  if (earlier === undefined) return undefined;
  return Math.round((Date.parse(dayOf(version)) - Date.parse(dayOf(earlier))) / DAY_MS);
}
