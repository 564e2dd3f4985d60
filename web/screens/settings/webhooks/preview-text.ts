import type { Data } from "../../../client/operation-types.ts";
import { formatCount, formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";

type Counts = Pick<Data<"previewWebhook">, "events_total" | "days">;

/** Returns how many events would have been sent, with the day that has the most. */
export function describePreview({ events_total: total, days }: Counts): string {
  const period = `the last ${formatCount(days.length)} days`;
  const [most] = days.toSorted((a, b) => b.events - a.events);
  if (total === 0 || most === undefined) return `It would have sent nothing in ${period}.`;
  const sent = `It would have sent ${formatQuantity(total, "event")} in ${period}`;
  return most.events === total
    ? `${sent}, all on ${formatDay(most.date)}.`
    : `${sent}, and at most ${formatCount(most.events)} a day, on ${formatDay(most.date)}.`;
}
