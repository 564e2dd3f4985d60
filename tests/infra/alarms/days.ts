import type { RunbookHeading } from "../../../infra/aws/constructs/runbook.ts";

/** What is written of a metric in a minute of the day; undefined where it is not written. */
export type DayOfMetric = (minuteOfDay: number, dimensions: Readonly<Record<string, unknown>>) => Values;
type Values = readonly number[] | undefined;

/** The metrics that the alarms of a heading read, on a day without trouble and on one that must raise them. */
type Days = Readonly<Record<string, { readonly good: DayOfMetric; readonly bad: DayOfMetric }>>;

const never: DayOfMetric = () => undefined;
const every =
  (minutes: number, ...values: readonly number[]): DayOfMetric =>
  (minute) =>
    minute % minutes === 0 ? values : undefined;
/** Once a day, not always in the same minute, as EventBridge invokes. */
const daily =
  (atMinute: number, ...values: readonly number[]): DayOfMetric =>
  (minute) =>
    minute === atMinute ? values : undefined;
const from =
  (hour: number, then: DayOfMetric, before: DayOfMetric = never): DayOfMetric =>
  (minute, dimensions) =>
    (minute >= hour * 60 ? then : before)(minute, dimensions);
const GIB = 2 ** 30;
/** All of the minute's values are equal but one. */
const mostly = (usual: number, count: number, unusual: number): readonly number[] => [
  ...Array<number>(count).fill(usual),
  unusual,
];

/** A share of the time that a queue may let a message wait. */
const waited =
  (share: number): DayOfMetric =>
  (_minute, { QueueName }) => {
    const name = JSON.stringify(QueueName);
    if (name.includes("OnDemand")) return [share * 1_800];
    return [share * (name.includes("Charts") ? 10_800 : 21_600)];
  };

/** Of a function that fails or passes at each of its ticks: three attempts are one run. */
function passing(minutes: number): Days {
  return {
    Invocations: { good: every(minutes, 1), bad: every(minutes, 3) },
    Errors: { good: every(minutes, 0), bad: from(9, every(minutes, 3), every(minutes, 0)) },
  };
}

/** Days by the heading of the runbook that the alarm links to. */
export const days: Readonly<Record<RunbookHeading, Days>> = {
  "Dead letters": {
    ApproximateNumberOfMessagesVisible: { good: every(1, 0), bad: from(12, every(1, 1), every(1, 0)) },
  },
  "Queue age": { ApproximateAgeOfOldestMessage: { good: waited(0.9), bad: from(12, waited(1.1), waited(0.1)) } },
  "API errors": {
    // A night with one failed request among few, against 2 % of many.
    "5xx": { good: daily(190, 1), bad: from(9, every(1, 2), every(1, 0)) },
    Count: { good: from(6, every(1, 100), every(30, 1)), bad: every(1, 100) },
  },
  "Failed requests": { "5xx": { good: every(60, 2), bad: from(9, every(2, 1), every(1, 0)) } },
  "API latency": {
    // Searches, which wait for a store, are no trouble of the API's: at night a user's alone, by day in plenty.
    Latency: {
      good: from(6, every(1, ...Array<number>(60).fill(90), ...Array<number>(39).fill(18_000)), every(2, 18_000)),
      bad: from(9, every(1, ...mostly(4_000, 9, 90)), every(1, 90)),
    },
    Count: { good: from(6, every(1, 99), every(2, 1)), bad: every(1, 10) },
  },
  "Slow routes": {
    Count: { good: from(6, every(1, 100), every(30, 1)), bad: every(1, 10) },
    // A slow request now and then, against one in each ten minutes.
    SlowRequests: { good: every(25, 1), bad: from(9, every(10, 1)) },
    SlowStoreRequests: { good: every(25, 1), bad: from(9, every(10, 1)) },
  },
  "Database capacity": {
    ACUUtilization: { good: from(2, every(1, 30), every(1, 85)), bad: from(9, every(1, 95), every(1, 30)) },
  },
  "Database connections": {
    DatabaseConnections: { good: every(1, 60), bad: from(9, every(1, 210), every(1, 20)) },
  },
  Deadlocks: { Deadlocks: { good: from(23.9, every(1, 0.1), every(1, 0)), bad: from(9, every(1, 0.01), every(1, 0)) } },
  "Transaction ids": { MaximumUsedTransactionIDs: { good: every(1, 210e6), bad: from(9, every(1, 510e6)) } },
  "Database growth": {
    VolumeBytesUsed: { good: every(5, 40 * GIB), bad: from(9, every(5, 43 * GIB), every(5, 40 * GIB)) },
  },
  "Unsent messages": { MessagesUnsent: { good: never, bad: daily(600, 1) } },
  "Overdue apps": { OverdueAppsPercent: { good: every(5, 9), bad: from(6, every(5, 12), every(5, 0)) } },
  "Followed apps": { FollowedAppsPercent: { good: every(5, 79), bad: from(6, every(5, 81), every(5, 79)) } },
  "Failed syncs": {
    SyncsFailed: { good: every(60, 3), bad: from(6, every(3, 1)) },
    SyncsCompleted: { good: every(2, 1), bad: from(6, never, every(2, 1)) },
  },
  // Three rejections in a row block a class for seven minutes.
  "Blocked store": {
    StoreBlockedSeconds: { good: from(23, every(5, 420), every(5, 0)), bad: from(9, every(5, 900), every(5, 0)) },
  },
  "Forgotten pause": { PausedSeconds: { good: every(5, 80_000), bad: from(9, every(5, 86_500), every(5, 80_000)) } },
  "Incomplete day": {
    MetricsOfDayPercent: { good: from(7, from(8, never, every(5, 99))), bad: from(7, from(8, never, every(5, 23))) },
  },
  "Limited requests": { StoreThrottles: { good: every(180, 4), bad: from(6, every(30, 1)) } },
  "Late charts": { ChartLagSeconds: { good: every(5, 9_000), bad: from(9, every(5, 11_000), every(5, 0)) } },
  "Missing charts": { ChartsStoredPercent: { good: daily(5, 97), bad: daily(5, 45) } },
  "Late keywords": { KeywordLagSeconds: { good: every(5, 9_000), bad: from(9, every(5, 11_000), every(5, 0)) } },
  "Missing keywords": { KeywordsReadPercent: { good: daily(5, 97), bad: daily(5, 85) } },
  "Tracked terms": { KeywordTermsPercent: { good: every(5, 79), bad: from(6, every(5, 81), every(5, 79)) } },
  "Failing canary": {
    // A visit a minute, as in a deployment, and all fail.
    Invocations: { good: every(60, 1), bad: from(9, every(1, 1), every(60, 1)) },
    Errors: { good: every(60, 0), bad: from(9, every(1, 1), every(60, 0)) },
  },
  "Failing probe": passing(5),
  "Missing safeguards": passing(5),
  "Late sweep": { SweepLagSeconds: { good: every(5, 9_000), bad: from(9, every(5, 11_000), every(5, 0)) } },
  "Apps left out": { SweepMassMisses: { good: every(60, 2), bad: from(9, every(10, 1)) } },
  "Scraper errors": {
    Url5xxCount: { good: from(3, every(5, 1), every(1, 1)), bad: from(6, every(1, 8)) },
    UrlRequestCount: { good: from(3, every(1, 10), every(1, 1)), bad: every(1, 10) },
  },
  "Failing schedules": { Errors: { good: every(60, 2), bad: from(6, every(5, 1)) } },
  "Idle schedules": {
    Invocations: {
      good: (minute, dimensions) => ticksOf(dimensions)(minute, dimensions),
      bad: never,
    },
  },
  "Missing metrics": {
    OverdueAppsPercent: { good: every(5, 0), bad: from(6, never, every(5, 0)) },
    ChartLagSeconds: { good: every(5, 0), bad: from(6, never, every(5, 0)) },
    SweepLagSeconds: { good: every(5, 0), bad: from(6, never, every(5, 0)) },
    PausedSeconds: { good: every(5, 0), bad: from(6, never, every(5, 0)) },
  },
  // The server restarts, against one that takes no mail.
  "Failing mail": { MailsFailed: { good: daily(420, 1, 1), bad: from(7, every(10, 1)) } },
  // Four steps without an error.
  "Failed rotation": { Errors: { good: every(360, 0), bad: daily(600, 1) } },
  "Failed migration": { Errors: { good: daily(600, 0), bad: daily(600, 1) } },
  "Failed copies": { TriggeredRules: { good: never, bad: daily(280, 1) } },
  "Failing functions": { Errors: { good: every(30, 2), bad: from(9, every(2, 1), every(1, 0)) } },
  "Costly hour": {
    // Migrations and upkeep take twenty minutes of the night, and a rush of the day an hour at 1.5 ACU.
    ServerlessDatabaseCapacity: {
      good: from(0.3, from(9, from(10, every(1, 0.5), every(1, 1.5)), every(1, 0.5)), every(1, 4)),
      bad: from(9, every(1, 4), every(1, 0.5)),
    },
    DataProcessed: { good: every(1, 3e6), bad: from(9, every(1, 1.25e9), every(1, 3e6)) },
    NumberOfMessagesSent: { good: every(1, 140), bad: from(9, every(1, 4_000), every(1, 140)) },
    Invocations: { good: every(1, 1_200), bad: from(9, every(1, 50_000), every(1, 1_200)) },
  },
  "Throttled functions": { Throttles: { good: every(60, 20), bad: from(9, every(1, 5)) } },
};

/** Schedules of prod that do not tick every five minutes. */
function ticksOf({ FunctionName }: Readonly<Record<string, unknown>>): DayOfMetric {
  const name = JSON.stringify(FunctionName);
  if (name.includes("StartDaily")) return daily(5, 1);
  if (name.includes("MaintainDatabase")) return daily(150, 1);
  if (name.startsWith('{"Ref":"Canary')) return every(60, 1);
  return every(name.includes("StartDueSyncs") ? 15 : 5, 1);
}
