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

/** Returns RFC 3339 in UTC with whole seconds. Statements return seconds since 1970, with a fraction. */
function presentUnixTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
