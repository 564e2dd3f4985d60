import type { Option } from "../../components/fields/select-field.tsx";
import type { Webhook } from "./webhook.ts";
import { isChat, type WebhookFormat } from "./webhook-formats.ts";

type Timing = Webhook["timing"];

/** The names are those by which the service's problems name the fields. */
export type TimingFields = { readonly timing: Timing; readonly digest_hour: string };

/** Hours (UTC): when the service sends the messages about a day, and the default hour of a digest. */
const DAY_ENDED_HOUR = 2;
const DIGEST_HOUR_DEFAULT = 7;

export const newTimingFields: TimingFields = { timing: "at_once", digest_hour: `${DIGEST_HOUR_DEFAULT}` };

export function timingFieldsOf({ timing, digest_hour: hour }: Pick<Webhook, "timing" | "digest_hour">): TimingFields {
  return { timing, digest_hour: `${hour ?? DIGEST_HOUR_DEFAULT}` };
}

/** Returns what the service saves. A program is sent each event at once. */
export function timingOf({ format, timing, digest_hour: hour }: TimingFields & { readonly format: WebhookFormat }) {
  if (!isChat({ format })) return {};
  return timing === "daily" ? { timing, digest_hour: Number(hour) } : { timing };
}

export const timingOptions: readonly Option<Timing>[] = [
  { id: "at_once", name: "At once" },
  { id: "after_day", name: `After each day, at ${formatHour(DAY_ENDED_HOUR)}` },
  { id: "daily", name: "One digest a day" },
];

export const hourOptions: readonly Option[] = Array.from({ length: 24 }, (_, hour) => ({
  id: `${hour}`,
  name: formatHour(hour),
}));

/** Returns when messages are sent, such as "as one digest a day, at 07:00 UTC". */
export function describeTiming({ timing, digest_hour: hour }: Pick<Webhook, "timing" | "digest_hour">): string {
  if (timing === "at_once") return "soon after it is reported";
  if (timing === "after_day") return `after each day, at ${formatHour(DAY_ENDED_HOUR)}`;
  return `as one digest a day, at ${formatHour(hour ?? DIGEST_HOUR_DEFAULT)}`;
}

function formatHour(hour: number): string {
  return `${`${hour}`.padStart(2, "0")}:00 UTC`;
}
