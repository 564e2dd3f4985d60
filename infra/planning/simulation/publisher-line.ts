import { publisherReads } from "../../../lib/domain/publisher.ts";
import { DAY_SECONDS } from "./paced-slots.ts";

const { daysBetween, perDayMax } = publisherReads;

/** The watched publishers of a store by the times at which they are due, as if it had long read them. */
export function createPublisherLine(count: number) {
  const periodDays = Math.max(daysBetween, count / perDayMax);
  const firstDueDays = daysBetween - periodDays;
  return {
    dueAt: Array.from({ length: count }, (_, place) => (firstDueDays + (place * periodDays) / count) * DAY_SECONDS),
    readDay: 0,
    reads: 0,
  };
}
