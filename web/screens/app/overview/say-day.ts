import { describeEvent } from "../../../features/events/event-words.ts";
import { formatDay } from "../../../format/times.ts";
import type { DayFacts } from "./day-tooltip.tsx";

/** Returns the text that a screen reader reads for a day. */
export function sayDay({ day, values, own, ofRivals, notes }: Omit<DayFacts, "around">): string {
  const parts = [
    ...own.map((event) => describeEvent(event)),
    ...ofRivals.map((event) => `${event.app.name}: ${describeEvent(event)}`),
    ...notes.map(({ text }) => `Note: ${text}`),
    ...values.map(({ name, value }) => `${name}: ${value}`),
  ];
  return `${formatDay(day)}. ${parts.join(". ")}.`;
}
