/** How the fetch of a day's row ends. Until then it is due, queued or leased (`db/queries/fetch-states.ts`). */
export const fetchOutcomes = ["stored", "empty", "failed", "missed"] as const;

/** How often and until when one kind of fetch is tried. */
export type FetchRules = {
  /** Hours of the next UTC day in which a day's row may still be fetched. Later the store shows what is of that day. */
  readonly graceHours: number;
  /** Seconds to wait after the nth failed attempt. A fetch that fails once more has failed. */
  readonly retryDelaysSeconds: readonly number[];
};

/** A retry comes later by up to this share of its delay, so that fetches that failed together are not tried together. */
const JITTER_SHARE = 0.2;
const HOUR_MS = 3_600_000;

export type OpenDays = { readonly oldest: string; readonly newest: string };

/** Returns the days, YYYY-MM-DD, whose rows may be fetched now. */
export function openDays(now: Date, { graceHours }: FetchRules): OpenDays {
  return { oldest: utcDay(new Date(now.getTime() - graceHours * HOUR_MS)), newest: utcDay(now) };
}

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns how many attempts a fetch has, the first included. */
export function attemptsMax({ retryDelaysSeconds }: FetchRules): number {
  return retryDelaysSeconds.length + 1;
}

/** Returns the seconds until the next attempt after `attempts` failures; null after the last one. */
export function retryDelaySeconds(
  { retryDelaysSeconds }: FetchRules,
  attempts: number,
  store: { readonly random: () => number; readonly retryAfterSeconds: number | null },
): number | null {
  const delay = retryDelaysSeconds[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(delay, store.retryAfterSeconds ?? 0) * (1 + JITTER_SHARE * store.random());
}
