/** The longest call to a scraper, including its quick retry. */
export const STORE_CALL_DEADLINE_MS = 28_000;

export const WRITE_RESERVE_MS = 3_000;

export function hasTimeForCall(remainingMs: number): boolean {
  return remainingMs >= STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS;
}

const DEADLINE_MS_MIN = 1_000;

export function callDeadlineMs(remainingMs: number): number {
  return Math.max(DEADLINE_MS_MIN, Math.min(STORE_CALL_DEADLINE_MS, remainingMs - WRITE_RESERVE_MS));
}

/** Seconds that the requests of one live call wait for tokens in total. */
export const LIVE_WAIT_SECONDS_MAX = 5;

/** Items in one call to a scraper, and the most that one write stores. */
export const CHUNK_ITEMS = 10;
const CHUNKS_IN_PARALLEL = 5;
export const BATCH_ITEMS_MAX = CHUNK_ITEMS * CHUNKS_IN_PARALLEL;

/** Items of a batch on a store that limits requests. They need fewer tokens than a sync must find, so some are left. */
export const LIMITED_BATCH_ITEMS = 10;

export const ROOM_LEFT = { chart: 0, page: 2, sweep: 4, keyword: 5, identify: 6, publisher: 7, rotation: 8 } as const;

export const FEWEST_ITEMS = 2;

/**
 * Tokens that each bucket must hold before a request; work that can wait needs more. A user's batch leaves some for
 * searches, first reads and requested charts. Charts, sweeps and scheduled syncs get none while it waits.
 */
export const TOKENS_NEEDED = {
  live: 1,
  first_read: 1,
  requested_chart: 1,
  /** It leaves a token to each of the above. */
  requested_keyword: 2,
  requested: LIMITED_BATCH_ITEMS + 2,
  chart: LIMITED_BATCH_ITEMS + 4,
  sweep: LIMITED_BATCH_ITEMS + 6,
  /** It leaves the tokens of the day's own reads, and precedes all that can wait longer. */
  keyword: LIMITED_BATCH_ITEMS + 8,
  page: LIMITED_BATCH_ITEMS + 10,
  identify: LIMITED_BATCH_ITEMS + 10,
  /** A single request that leaves the tokens of all of the above. */
  publisher: LIMITED_BATCH_ITEMS + 11,
  /** A periodic refresh takes only spare tokens, and leaves enough for a batch of a sync. */
  rotation: 2 * (LIMITED_BATCH_ITEMS + 10),
} as const;

export type Bucket = {
  readonly rate: number;
  readonly capacity: number;
};

export function secondsUntilTokens(wanted: number, { tokens, rate }: { tokens: number; rate: number }): number {
  return tokens >= wanted ? 0 : Math.max(1, Math.ceil((wanted - tokens) / rate));
}
