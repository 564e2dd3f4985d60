import { formatDay } from "../format/times.ts";

export function DayText({ day }: { readonly day: string | null }) {
  if (day === null) return "–";
  return <time dateTime={day}>{formatDay(day)}</time>;
}
