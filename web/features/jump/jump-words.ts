import { addDays } from "../../format/days.ts";

/** A typed text has these besides the name of an app. */
export type JumpWords = {
  readonly day: string | undefined;
  /** The last days, as in "last week". */
  readonly days: number | undefined;
  readonly countries: readonly string[];
  /** Words that nothing else has taken. */
  readonly rest: readonly string[];
};

export type Country = { readonly code: string; readonly name: string };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Before another word these are no countries. */
const PREPOSITIONS = ["in", "at", "on", "of"];
const COUNTRY_WORDS_MAX = 4;
const DAYS_MAX = 366;
const spans: Readonly<Record<string, number>> = { week: 7, month: 30, year: 365 };

export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const nothing: JumpWords = { day: undefined, days: undefined, countries: [], rest: [] };

/** Reads days and countries out of words. A day without a year is the last such day until today. */
export function readWords(
  words: readonly string[],
  countries: readonly Country[],
  today: string,
  found: JumpWords = nothing,
): JumpWords {
  const [first] = words;
  if (first === undefined) return found;
  const next = (part: Partial<JumpWords>, length: number) =>
    readWords(words.slice(length), countries, today, { ...found, ...part });
  if (words.length > 1 && PREPOSITIONS.includes(first)) return next({}, 1);
  const day = readDay(words, today);
  if (day !== undefined) return next({ day: day.day }, day.length);
  const span = readSpan(words);
  if (span !== undefined) return next({ days: span.days }, span.length);
  const country = readCountry(words, countries);
  if (country !== undefined) return next({ countries: [...found.countries, country.code] }, country.length);
  return next({ rest: [...found.rest, first] }, 1);
}

function readDay([first = "", second = "", third = ""]: readonly string[], today: string) {
  if (first === "today") return { day: today, length: 1 };
  if (first === "yesterday") return { day: addDays(today, -1), length: 1 };
  if (isRealDay(first)) return first <= today ? { day: first, length: 1 } : undefined;
  const [dayOfMonth, month] = /^\d{1,2}$/.test(first) ? [first, second] : [second, first];
  const index = MONTHS.indexOf(month.slice(0, 3));
  if (index < 0 || !/^\d{1,2}$/.test(dayOfMonth)) return undefined;
  const dayIn = (year: number) => `${year}-${String(index + 1).padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  const year = Number(today.slice(0, 4));
  const hasYear = /^20\d\d$/.test(third);
  const candidates = hasYear ? [dayIn(Number(third))] : [dayIn(year), dayIn(year - 1)];
  const day = candidates.find((one) => isRealDay(one) && one <= today);
  return day === undefined ? undefined : { day, length: hasYear ? 3 : 2 };
}

function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function readSpan([first = "", second = ""]: readonly string[]) {
  const span = first === "last" ? spans[second] : undefined;
  if (span !== undefined) return { days: span, length: 2 };
  const days = /^[1-9]\d{0,2}$/.test(first) && /^days?$/.test(second) ? Number(first) : 0;
  return days > 0 && days <= DAYS_MAX ? { days, length: 2 } : undefined;
}

function readCountry(words: readonly string[], countries: readonly Country[]) {
  const named = (text: string) => countries.find(({ name }) => wordsOf(name).join(" ") === text)?.code;
  for (let length = Math.min(COUNTRY_WORDS_MAX, words.length); length > 0; length -= 1) {
    const code = named(words.slice(0, length).join(" "));
    if (code !== undefined) return { code, length };
  }
  const code = countries.find((one) => one.code === words[0])?.code;
  return code === undefined ? undefined : { code, length: 1 };
}
