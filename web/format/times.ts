import { DAY_MS } from "./days.ts";
import { formatQuantity } from "./numbers.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** British English shortens September to four letters, and all other months to three. */
const MONTH_LENGTH = 3;
const dayParts = { day: "numeric", month: "short", year: "numeric" } as const;
const days = new Intl.DateTimeFormat("en-GB", { ...dayParts, timeZone: "UTC" });
const instants = new Intl.DateTimeFormat("en-GB", { ...dayParts, hour: "2-digit", minute: "2-digit" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const relative = new Intl.RelativeTimeFormat("en");

/** Returns a day, YYYY-MM-DD, as "9 Mar 2026". */
export function formatDay(day: string): string {
  return formatDate(days, new Date(`${day}T00:00:00Z`));
}

export function formatInstant(at: string): string {
  return formatDate(instants, new Date(at));
}

export function formatDate(format: Intl.DateTimeFormat, date: Date): string {
  const parts = format.formatToParts(date);
  return parts.map(({ type, value }) => (type === "month" ? value.slice(0, MONTH_LENGTH) : value)).join("");
}

export function formatClock(atMs: number): string {
  return clock.format(atMs);
}

/** Returns a text such as "3 hours ago". */
export function formatTimeAgo(at: string, nowMs: number): string {
  const pastMs = nowMs - Date.parse(at);
  const isFuture = pastMs < 0;
  const waitMs = Math.abs(pastMs);
  const say = (size: number, unit: Intl.RelativeTimeFormatUnit) =>
    relative.format((isFuture ? 1 : -1) * Math.floor(waitMs / size), unit);
  if (waitMs < MINUTE_MS) return isFuture ? "in a moment" : "just now";
  if (waitMs < HOUR_MS) return say(MINUTE_MS, "minute");
  if (waitMs < DAY_MS) return say(HOUR_MS, "hour");
  if (waitMs < 60 * DAY_MS) return say(DAY_MS, "day");
  return waitMs < 730 * DAY_MS ? say(30 * DAY_MS, "month") : say(365 * DAY_MS, "year");
}

export function formatWait(seconds: number): string {
  const waitMs = seconds * 1_000;
  if (waitMs < 2 * MINUTE_MS) return formatQuantity(seconds, "second");
  if (waitMs < 2 * HOUR_MS) return formatQuantity(Math.ceil(waitMs / MINUTE_MS), "minute");
  return formatQuantity(Math.ceil(waitMs / HOUR_MS), "hour");
}
