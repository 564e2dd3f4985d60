import { formatDay } from "../format/times.ts";

/** A day of the calendar, YYYY-MM-DD. */
export function DayText({ day }: { readonly day: string | null }) {
  if (day === null) return "–";
  return <time dateTime={day}>{formatDay(day)}</time>;
}
