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

/** Items in one call to a scraper, and the most that one write stores: those of the calls that run at once. */
export const CHUNK_ITEMS = 10;
const CHUNKS_IN_PARALLEL = 5;
export const BATCH_ITEMS_MAX = CHUNK_ITEMS * CHUNKS_IN_PARALLEL;

/** The same where the store bears only so many requests: fewer than a sync must find tokens, so that some are left. */
export const LIMITED_BATCH_ITEMS = 10;

/**
 * Of any minute of a host: what sweeps leave for charts, for express shards, and for syncs, which find no room for a
 * whole batch while charts and a sweep go on at their paces.
 */
export const ROOM_LEFT_BY_SWEEPS = 2;

/**
 * Tokens that must be in a store's bucket before a call. A batch of a sync leaves some for charts, which take one each
 * and cannot be fetched on another day, and for users: a batch that took the last would delay them all.
 */
export const SYNC_FLOOR = 12;
/** What comes round by its age alone takes what nobody else has taken, and leaves enough for a batch of a sync. */
export const ROTATION_FLOOR = 24;
/** A batch of a sweep is one request for many apps. It goes before syncs, which then have less to request. */
export const SWEEP_FLOOR = 8;
/** A user waits for a batch of an express shard. */
export const EXPRESS_FLOOR = 4;
export const CHART_FLOOR = 1;

/** Callers that found no token wait between these times, so that they do not all return at once. */
const SPREAD_SECONDS = { min: 30, max: 90 };

/** Returns the seconds until the next try: not before the credit is paid back, nor together with all others. */
export function spreadWait(waitSeconds: number, random: number): number {
  return Math.max(waitSeconds, SPREAD_SECONDS.min + random * (SPREAD_SECONDS.max - SPREAD_SECONDS.min));
}

export type Bucket = {
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly capacity: number;
};

/** Returns the seconds until a bucket holds the wanted tokens; 0 when it holds them. */
export function secondsUntilTokens(wanted: number, { tokens, rate }: { tokens: number; rate: number }): number {
  return tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / rate));
}
