import { useRead } from "../../../../client/use-read.ts";
import { addDays, utcDay } from "../../../../format/days.ts";
import { useNow } from "../../../../hooks/use-now.ts";
import { lastDay, useAppFrame } from "../../use-app-frame.ts";
import { type DayMark, markedTypes, marksOfChanges, marksOfEvents } from "./day-marks.ts";

/** The newest events of the last year, in one page. */
const EVENTS_MAX = 100;
export const DAYS_MAX = 366;

export type KnownDays = {
  /** The first day that can be shown. It is the last one before the first sync. */
  readonly first: string;
  readonly last: string;
  readonly marks: readonly DayMark[];
};

/** Returns the days of which a listing is known. `areMarksKnown` is false while those of its changes are being read. */
export function useDayMarks(): KnownDays & { readonly areMarksKnown: boolean } {
  const { app } = useAppFrame();
  const last = lastDay(app, useNow());
  const query = { apps: [String(app.id)], type: markedTypes, per_page: EVENTS_MAX };
  const events = useRead("listEvents", { query }, { enabled: app.is_tracked, keepPrevious: true });
  const marks = app.is_tracked ? marksOfEvents(events.data?.data ?? []) : marksOfChanges(app.changes);
  const seen = app.versions.map(({ created_at: at }) => utcDay(at));
  const known = [...seen, ...marks.map(({ day }) => day)].toSorted()[0] ?? last;
  const earliest = addDays(last, 1 - DAYS_MAX);
  const areMarksKnown = !app.is_tracked || !events.isPending;
  return { first: known < earliest ? earliest : known, last, marks, areMarksKnown };
}
