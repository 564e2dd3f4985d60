import { formatDay } from "../../format/times.ts";
import { type Period, type PeriodChoice, spans } from "./period.ts";

/** Returns "Last 30 days", "1 Oct – 4 Nov 2026" or the name of no choice. */
export function describeChoice({ days, from, to }: PeriodChoice, none: string): string {
  if (from !== undefined && to !== undefined) return describeDays({ first: from, last: to });
  if (from !== undefined) return `Since ${formatDay(from)}`;
  if (to !== undefined) return `Until ${formatDay(to)}`;
  if (days === undefined) return none;
  return spans.find((span) => span.days === days)?.name ?? (days === 1 ? "Today" : `Last ${days} days`);
}

export function describeDays({ first, last }: Period): string {
  if (first === last) return formatDay(first);
  const [start, end] = [formatDay(first), formatDay(last)];
  const year = end.slice(end.lastIndexOf(" "));
  return `${start.endsWith(year) ? start.slice(0, -year.length) : start} – ${end}`;
}
