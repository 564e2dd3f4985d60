import * as z from "zod";

export const timestamp = () => z.string().meta({ format: "date-time", description: "RFC 3339, UTC, whole seconds." });
export const calendarDate = () => z.string().meta({ format: "date" });

/** Returns RFC 3339 in UTC with whole seconds. Statements return instants as seconds since 1970, with a fraction. */
export function presentUnixTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

export function presentOptionalUnixTime(seconds: number | null): string | null {
  return seconds === null ? null : presentUnixTime(seconds);
}
