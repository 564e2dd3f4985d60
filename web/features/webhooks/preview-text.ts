import type { Data } from "../../client/operation-types.ts";
import { formatCount, formatQuantity } from "../../format/numbers.ts";
import { formatDay } from "../../format/times.ts";

type Counts = Pick<Data<"previewWebhook">, "events_total" | "days">;

/** Returns how many events would have been sent, with the day that has the most, if only one has. */
export function describePreview({ events_total: total, days }: Counts): string {
  const period = `the last ${formatCount(days.length)} days`;
  const most = Math.max(0, ...days.map(({ events }) => events));
  if (most === 0) return `It would have sent nothing in ${period}.`;
  const sent = `It would have sent ${formatQuantity(total, "event")} in ${period}`;
  const [first, ...others] = days.filter(({ events }) => events === most).map(({ date }) => formatDay(date));
  if (most === total) return `${sent}, all on ${first}.`;
  return `${sent}, and at most ${formatCount(most)} a day${others.length === 0 ? `, on ${first}` : ""}.`;
}
