import { DELAY_SECONDS_MAX } from "./message-delay.ts";
import type { FetchRules } from "./paced-fetch.ts";
import type { Platform } from "./platform.ts";

/** A term is read once a UTC day, for all users who track it. */
export type KeywordKey = {
  readonly platform: Platform;
  readonly keywordId: number;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
};

/** A day ends without grace, since later the store shows the next day's results. */
export const keywordReadRules: FetchRules = { graceHours: 0, retryDelaysSeconds: [60, 300, 1_800] };

export const keywordReads = {
  /** An empty list counts once a second one agrees, this much later. */
  emptyAgainSeconds: 3_600,
  /** New terms of a user that are read at once, in an hour. Further ones are read at the pace. */
  requestedPerHour: 20,
  /** The seconds between terms that users wait for. */
  requestedGapSeconds: 3,
  /** A queue delays no message longer. Terms that would wait longer are read at the pace. */
  requestedWaitMaxSeconds: DELAY_SECONDS_MAX,
  /** Apps up to this rank are identified. */
  identifiedRankMax: 20,
  /** Requests a day that identify apps which only searches for terms have found. */
  identificationsPerDay: 100,
} as const;

/** The store rests from these searches after it has limited them. Each further rest is twice as long. */
export const keywordRests = {
  firstSeconds: 60,
  secondsMax: 3_600,
  doublingsMax: 6,
  /** A second limit within these minutes also closes the class, and so users' searches. */
  closingMinutes: 10,
} as const;

/** Terms are read at no more than this share of what the class of searches is granted. */
const RATE_SHARE = 0.5;

/** Returns the terms a minute. `classPerMinute` is the learnt rate; "unlimited" if the host has no limit. */
export function keywordsPerMinute(perMinute: number, classPerMinute: number | "unlimited"): number {
  return classPerMinute === "unlimited" ? perMinute : Math.min(perMinute, RATE_SHARE * classPerMinute);
}
