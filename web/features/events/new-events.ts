import { DAY_MS } from "../../format/days.ts";

type Reported = { readonly occurred_at: string; readonly reported_at: string };

/** An event that occurred longer than this before the last visit is not new, whenever it was reported. */
const REPORT_DAYS_MAX = 7;

/** Returns whether `since=last_visit` returns the event. Without a visit, no event is marked as new. */
export function isNew({ occurred_at: occurred, reported_at: reported }: Reported, seenUntil: string | null): boolean {
  if (seenUntil === null) return false;
  const seenMs = Date.parse(seenUntil);
  return Date.parse(reported) > seenMs && Date.parse(occurred) >= seenMs - REPORT_DAYS_MAX * DAY_MS;
}

/** Returns the latest time of a report, which can be that of an event that occurred earlier than others. */
export function newestReport(events: readonly Pick<Reported, "reported_at">[]): string | undefined {
  return events
    .map(({ reported_at: at }) => at)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
}
