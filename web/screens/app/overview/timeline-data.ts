import type { Scope } from "../../../features/scope/scope.ts";
import type { Lane } from "../../../plots/lane.ts";
import { COMPARED_DAYS } from "../overview-read.ts";
import type { OverviewBody } from "../use-overview.ts";
import { type DayEvents, eventsByDay, withApp } from "./day-events.ts";
import { type DayNotes, notesByDay } from "./day-notes.ts";
import type { DayFacts } from "./day-tooltip.tsx";
import { compareAround, valuesOfDay } from "./day-values.ts";
import { overviewLanes } from "./overview-lanes.ts";
import { type ShownDays, shownDays } from "./shown-days.ts";

/** The timeline shows these values, which come from one response. */
export type TimelineData = {
  readonly shown: ShownDays;
  readonly days: readonly string[];
  readonly lanes: readonly Lane[];
  readonly own: DayEvents;
  readonly ofRivals: DayEvents;
  readonly hasRivals: boolean;
  readonly notes: DayNotes;
  /** The places of the days on which the app has changed. */
  readonly marked: readonly number[];
  /** The place of the last day with a value. */
  readonly lastKnown: number;
  readonly factsOf: (place: number) => DayFacts;
};

export function timelineData(body: OverviewBody, scope: Scope): TimelineData {
  const { data, meta } = body;
  const shown = shownDays(body, scope);
  const { days, start, all } = shown;
  const own = eventsByDay(withApp(data.events, data.app));
  const ofRivals = eventsByDay(data.rival_events);
  const notes = notesByDay(data.notes);
  const { charts, keyword_ranks: keywords } = data;
  const measured = shown.shown.findLastIndex(({ rating_count: count }) => count !== null);
  return {
    shown,
    days,
    lanes: overviewLanes({ days: shown.shown, charts, keywords, meta }),
    own,
    ofRivals,
    hasRivals: data.competitors.length > 0 && scope.rivals !== "none",
    notes,
    marked: days.flatMap((day, place) => (own.has(day) ? [place] : [])),
    lastKnown: measured === -1 ? days.length - 1 : measured,
    factsOf: (place) => {
      const day = all[start + place];
      const date = days[place] ?? "";
      return {
        day: date,
        values: day === undefined ? [] : valuesOfDay(day, { charts, keywords }),
        own: own.get(date) ?? [],
        ofRivals: ofRivals.get(date) ?? [],
        notes: notes.get(date) ?? [],
        around: compareAround(all, { place: start + place, length: COMPARED_DAYS, charts, keywords }),
      };
    },
  };
}
