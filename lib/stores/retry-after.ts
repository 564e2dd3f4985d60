/** A day: no store is left alone for longer on a header's word. */
const RETRY_AFTER_SECONDS_MAX = 86_400;

/** Seconds that a `Retry-After` header (seconds, or an HTTP date) asks to wait; null when there is none that can be read. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,10}$/.test(header)) return boundRetryAfter(Number(header));
  if (!/^[A-Z][a-z]+, .* GMT$/.test(header)) return null;
  const seconds = Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : boundRetryAfter(seconds);
}

export function boundRetryAfter(seconds: number): number {
  return Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}
