/** Makes texts, addresses and numbers of a store safe to store. */

export const TITLE_LENGTH_MAX = 500;
export const LONG_TEXT_LENGTH_MAX = 50_000;
export const PROMOTIONAL_TEXT_LENGTH_MAX = 1_000;
export const LABEL_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2_048;
const MONEY_MAX = 9_999_999_999;
/** The maximum of a 32-bit column. */
const COUNT_MAX = 2_147_483_647;

/** Removes NUL and lone surrogates, which PostgreSQL rejects, and cuts without splitting a character. */
export function cleanText(text: string, lengthMax: number): string {
  return text
    .replaceAll("\0", "")
    .toWellFormed()
    .slice(0, lengthMax)
    .replace(/[\uD800-\uDBFF]$/, "");
}

export function cleanOptionalText(text: string | null, lengthMax: number): string | null {
  return text === null ? null : cleanText(text, lengthMax);
}

/** Returns null for an id that is too long: a part of it would name something else. */
export function cleanId(id: string | null): string | null {
  if (id === null || id === "" || id.length > LABEL_LENGTH_MAX) return null;
  return cleanText(id, LABEL_LENGTH_MAX) === id ? id : null;
}

/** Returns http and https URLs only, because any other scheme could run a script in a browser. */
export function cleanUrl(url: string | null): string | null {
  if (url === null || url.length > URL_LENGTH_MAX) return null;
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) return null;
  return parsed.href.length > URL_LENGTH_MAX ? null : parsed.href;
}

/** Returns the ISO 8601 instant or day, or null if it is before the first app store or far in the future. */
export function cleanDate(date: string | null): string | null {
  const year = Number(date?.slice(0, 4));
  return year >= 2000 && year < 2100 ? date : null;
}

export function cleanPrice(price: number | null): number | null {
  return price === null || price > MONEY_MAX ? null : roundToCents(price);
}

export function cleanCount(count: number): number {
  return Math.min(count, COUNT_MAX);
}

/** ISO 4217. */
export function cleanCurrency(currency: string | null): string | null {
  return currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null;
}

export function roundToCents(value: number): number {
  return Math.round(value * 100) / 100;
}
