import type { Event } from "../../features/events/event.ts";
import { newestReport } from "../../features/events/new-events.ts";

/** The service rejects a later time than its own: the clock of this device may be ahead of it by this. */
const MARGIN_MS = 600_000;

/**
 * Returns the time until which all events count as seen. It includes events of other pages, but not those that were
 * reported after the list was read. Undefined without events.
 */
export function seenUntil(events: readonly Pick<Event, "reported_at">[], readAtMs: number): string | undefined {
  const newest = newestReport(events);
  if (newest === undefined) return undefined;
  const readAt = new Date(readAtMs - MARGIN_MS);
  return Date.parse(newest) > readAt.getTime() ? newest : readAt.toISOString();
}
