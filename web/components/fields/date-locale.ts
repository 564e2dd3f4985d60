import type { DateValue } from "@internationalized/date";

/** Days are typed in the order of the reader's own English. Month names are English everywhere. */
export const dateLocale = navigator.language.startsWith("en") ? navigator.language : "en-GB";

/** Returns whether the year is typed to its end. */
export function isTyped({ year }: DateValue): boolean {
  return year >= 1000;
}
