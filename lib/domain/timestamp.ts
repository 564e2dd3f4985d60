import * as z from "zod";

/** Returns the schema of an instant in responses. Rows have unix time, and clients get text. */
export const timestamp = () =>
  z
    .preprocess(
      (instant: number | string) => (typeof instant === "number" ? presentUnixTime(instant) : instant),
      z.string(),
    )
    .meta({ type: "string", format: "date-time", description: "RFC 3339 in UTC, with whole seconds." });
export const calendarDate = () => z.string().meta({ format: "date" });

const DAY_SECONDS = 86_400;

/** A page has many instants of few days, and a Date for each would take as long as the rest of the schema. */
let [lastDay, lastText] = [Number.NaN, ""];

/** Returns RFC 3339 in UTC with whole seconds. Statements return seconds since 1970, with a fraction. */
function presentUnixTime(seconds: number): string {
  const day = Math.floor(seconds / DAY_SECONDS);
  if (day !== lastDay) [lastDay, lastText] = [day, new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 11)];
  const ofDay = seconds - day * DAY_SECONDS;
  return `${lastText}${twoDigits(ofDay / 3600)}:${twoDigits((ofDay / 60) % 60)}:${twoDigits(ofDay % 60)}Z`;
}

function twoDigits(value: number): string {
  return `${Math.floor(value)}`.padStart(2, "0");
}
