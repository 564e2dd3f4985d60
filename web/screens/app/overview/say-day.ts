import { describeEvent } from "../../../features/events/event-words.ts";
import { formatDay } from "../../../format/times.ts";
import type { DayFacts } from "./day-tooltip.tsx";

/** Returns what a screen reader says of a day. */
export function sayDay({ day, values, own, ofRivals }: Pick<DayFacts, "day" | "values" | "own" | "ofRivals">): string {
  const parts = [
    ...own.map((event) => describeEvent(event)),
    ...ofRivals.map((event) => `${event.app.name}: ${describeEvent(event)}`),
    ...values.map(({ name, value }) => `${name}: ${value}`),
  ];
  return `${formatDay(day)}. ${parts.join(". ")}.`;
}
