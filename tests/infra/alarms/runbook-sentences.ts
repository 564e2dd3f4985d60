import type { RunbookHeading } from "../../../infra/aws/constructs/runbook.ts";

type RunbookSentence = {
  /** The sentence under the heading that says when an alarm is raised. */
  readonly says: string;
  /** The thresholds of the alarms under the heading, as CloudWatch counts them. */
  readonly thresholds: readonly number[];
  /** Minutes that an alarm reads; left out where the sentence names none. */
  readonly minutes?: readonly number[];
};

const HOUR_SECONDS = 3_600;

/** What the runbook says of alarms, in numbers. */
export const runbookSentences: Readonly<Record<RunbookHeading, RunbookSentence>> = {
  "Dead letters": { says: "was received five times and never handled", thresholds: [1] },
  "Queue age": {
    says: "longer than its queue allows: 30 minutes on demand, 3 hours for charts, 6 hours for scheduled syncs",
    thresholds: [0.5 * HOUR_SECONDS, 3 * HOUR_SECONDS, 6 * HOUR_SECONDS],
  },
  "Unsent messages": { says: "did not take a message within a quarter of an hour", thresholds: [1], minutes: [15] },
  "API errors": { says: "1 % of the responses were 5xx for a quarter of an hour", thresholds: [1], minutes: [15] },
  "Failed requests": { says: "Five requests have failed within a quarter of an hour", thresholds: [5], minutes: [15] },
  "API latency": {
    says: "took longer than three seconds for a quarter of an hour",
    thresholds: [3_000],
    minutes: [15],
  },
  "Slow routes": {
    says: "1 % of the requests took longer than three seconds, or fifteen where a store has to respond, for half an hour",
    thresholds: [1],
    minutes: [30],
  },
  "Failing probe": {
    says: "For 13 minutes no request has come back from the database",
    thresholds: [1],
    minutes: [13],
  },
  "Missing safeguards": {
    says: "For 13 minutes no check of the safeguards has passed",
    thresholds: [1],
    minutes: [13],
  },
  "Failing canary": {
    says: "For 70 minutes no client could log in, read and log out, or two visits failed within five minutes",
    thresholds: [1, 2],
    minutes: [70, 5],
  },
  "Database capacity": {
    says: "used 90 % of the ACU that it may grow to for a quarter of an hour",
    thresholds: [90],
    minutes: [15],
  },
  "Database connections": { says: "204 at 0.5 ACU, by 5 MiB each", thresholds: [204] },
  Deadlocks: { says: "in each of three five minutes", thresholds: [0.003], minutes: [15] },
  "Transaction ids": { says: "500 million transaction ids are in use", thresholds: [500_000_000] },
  "Database growth": { says: "by 2 GiB within a day", thresholds: [2 * 2 ** 30] },
  "Overdue apps": { says: "10 % of the followed apps", thresholds: [10] },
  "Followed apps": { says: "80 % of those that a day serves", thresholds: [80] },
  "Failed syncs": { says: "A fifth of the syncs of a platform failed within an hour", thresholds: [20], minutes: [60] },
  "Blocked store": { says: "in a row for 15 minutes", thresholds: [900], minutes: [5] },
  "Forgotten pause": { says: "has been paused for a day", thresholds: [86_400] },
  "Incomplete day": { says: "Less than 90 % of the metrics of the day before", thresholds: [90] },
  "Limited requests": { says: "ten times within six hours", thresholds: [10], minutes: [360] },
  "Late charts": { says: "lies three hours behind its time", thresholds: [3 * HOUR_SECONDS] },
  "Missing charts": { says: "Less than half of the charts", thresholds: [50] },
  "Late keywords": { says: "lies three hours behind its time", thresholds: [3 * HOUR_SECONDS] },
  "Missing keywords": { says: "Less than 90 % of the terms", thresholds: [90] },
  "Tracked terms": { says: "80 % of those that the stage reads", thresholds: [80] },
  "Late sweep": { says: "lies three hours behind its time", thresholds: [3 * HOUR_SECONDS] },
  "Apps left out": { says: "three times within an hour", thresholds: [3], minutes: [60] },
  "Scraper errors": {
    says: "Half of the requests to a scraper failed for half an hour",
    thresholds: [50],
    minutes: [30],
  },
  "Failing schedules": { says: "failed three times in a row", thresholds: [3] },
  "Idle schedules": { says: "for ten minutes beyond its time, or two hours where it runs daily", thresholds: [1] },
  "Missing metrics": { says: "is missing for ten minutes beyond its time", thresholds: [1] },
  "Failing mail": { says: "did not take three mails within an hour", thresholds: [3], minutes: [60] },
  "Failed rotation": { says: "A step of the rotation of the functions' password failed", thresholds: [1] },
  "Failed migration": { says: "The migration that begins a deployment failed", thresholds: [1] },
  "Failed copies": { says: "did not make a snapshot of the database", thresholds: [1] },
  "Failing functions": { says: "Five runs of functions ended by an error", thresholds: [5], minutes: [15] },
  "Costly hour": {
    says: "2 ACU for fifty minutes of it, 5 GB sent, 150,000 messages or 300,000 invocations",
    thresholds: [2, 5e9, 150_000, 300_000],
    minutes: [60],
  },
  "Throttled functions": { says: "runs as many functions as AWS allows", thresholds: [10], minutes: [10] },
};
