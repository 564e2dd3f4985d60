/** Longest that one call to a scraper may take, its quick retry included. */
export const STORE_CALL_DEADLINE_MS = 28_000;

/** Kept free at the end of an invocation for the write that follows a call. */
export const WRITE_RESERVE_MS = 3_000;

/** Returns whether an invocation that has `remainingMs` left has the time for a whole call and the write after it. */
export function hasTimeForCall(remainingMs: number): boolean {
  return remainingMs >= STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS;
}

const DEADLINE_MS_MIN = 1_000;

/** Returns how long a call may take in an invocation that has `remainingMs` left. */
export function callDeadlineMs(remainingMs: number): number {
  return Math.max(DEADLINE_MS_MIN, Math.min(STORE_CALL_DEADLINE_MS, remainingMs - WRITE_RESERVE_MS));
}

/** Seconds for which the requests of one call, whose client waits, wait for tokens together. */
export const LIVE_WAIT_SECONDS_MAX = 5;

/** Items in one call to a scraper, and the most that one write stores: those of the calls that run at once. */
export const CHUNK_ITEMS = 10;
const CHUNKS_IN_PARALLEL = 5;
export const BATCH_ITEMS_MAX = CHUNK_ITEMS * CHUNKS_IN_PARALLEL;

/** The same where the store limits requests: fewer than a sync must find tokens, so that some are left. */
export const LIMITED_BATCH_ITEMS = 10;

/**
 * Requests of any minute of a host that each purpose leaves to those before it, so that what is planned for a time
 * finds room then. Only a host without daily reads has pages that stand before a sweep.
 */
export const ROOM_LEFT = { chart: 0, page: 2, sweep: 4, identify: 6, rotation: 8 } as const;

/** Items that a batch of a scheduled sync shrinks to where the minute has no room for all of them. */
export const FEWEST_ITEMS = 2;

/**
 * Tokens that must be in each bucket before a request, by who makes it: what can wait longer needs more. A batch of
 * what a user waits for pays all of its tokens and leaves some, so that a search, a first read or a requested chart
 * finds one at any time. Charts, sweeps and scheduled syncs need more, so that they get nothing while a user's batch
 * waits.
 */
export const TOKENS_NEEDED = {
  live: 1,
  first_read: 1,
  requested_chart: 1,
  requested: LIMITED_BATCH_ITEMS + 2,
  chart: LIMITED_BATCH_ITEMS + 4,
  sweep: LIMITED_BATCH_ITEMS + 6,
  page: LIMITED_BATCH_ITEMS + 10,
  identify: LIMITED_BATCH_ITEMS + 10,
  /** A periodic refresh takes what nobody else has taken, and leaves a batch of a sync. */
  rotation: 2 * (LIMITED_BATCH_ITEMS + 10),
} as const;

export type Bucket = {
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly capacity: number;
};

/** Returns the seconds until a bucket holds the wanted tokens; 0 when it holds them. */
export function secondsUntilTokens(wanted: number, { tokens, rate }: { tokens: number; rate: number }): number {
  return tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / rate));
}
