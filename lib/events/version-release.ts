import type { Reading } from "../../db/queries/events/readings.ts";
import type { NewVersion } from "../../db/queries/events/unreported-rows.ts";
import { beginningOfText } from "../domain/event.ts";
import { eventWeight } from "../domain/event-weight.ts";
import type { DescribedEvent } from "./described-event.ts";

/** Returns true if the first read of the app showed an outdated version, and a new version corrects it. */
export function correctsFirstRead({ new_versions, previous_version: first }: Reading): boolean {
  if (first === null || !first.is_first) return false;
  return new_versions.some(
    ({ released_at, detected_at }) =>
      released_at !== null && released_at <= first.released_by && detected_at <= first.corrected_until,
  );
}

/**
 * Returns the release of the newest version. A version older than the last reported one is no release, because caches
 * show old versions. Nor is one that the first read of the app should have shown.
 */
export function versionRelease(reading: Reading): readonly DescribedEvent[] {
  const { new_versions, previous_version } = reading;
  if (previous_version === null || correctsFirstRead(reading)) return [];
  const isLater = ({ released_at }: NewVersion) =>
    released_at === null || previous_version.released_at === null || released_at >= previous_version.released_at;
  const released = new_versions.filter(isLater);
  const newest = released.toSorted((a, b) => compareDates(a.released_at, b.released_at) || a.id - b.id).at(-1);
  if (newest === undefined) return [];
  const { text: whats_new, isCut: is_cut } = beginningOfText(newest.whats_new);
  const type = "app.version_released";
  return [
    {
      table: "version",
      type,
      field: null,
      weight: eventWeight(type, 1),
      data: {
        version: newest.version,
        previous_version: previous_version.version,
        released_at: newest.released_at,
        whats_new,
        is_cut,
      },
      of: released,
    },
  ];
}

function compareDates(a: string | null, b: string | null): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}
