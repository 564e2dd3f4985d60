import { keywordsPerMinute } from "../../lib/domain/keyword-reads.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { searchClass } from "../../lib/domain/request-costs.ts";
import { platformBucket } from "../../lib/domain/store-hosts.ts";
import type { ClusterCapacity, Stage } from "../aws/stage.ts";
import { tickTimes } from "../templates/tick-times.ts";
import type { Activity } from "./activity.ts";
import { HOURS_PER_MONTH, itemsOf, monthly, type Usage, type UsedItem } from "./bill-lines.ts";
import { storedGb, writtenBytes } from "./stored-bytes.ts";

const DAY_SECONDS = 86_400;
const DAYS_PER_MONTH = 365 / 12;
/** Aurora counts writes to the log of its volume in units of 4 KB. */
const WRITE_BYTES = 4_096;
/** Seconds of a wake-up and its work, after which the pause begins to count. */
const WAKE_SECONDS = 60;

/** The bill of a stage without a cluster assumes the smallest that never sleeps. */
const SMALLEST: ClusterCapacity = { minAcu: 0.5, maxAcu: 1 };

export function databaseLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory, stage } = usage;
  const acuHours = averageAcu(usage) * HOURS_PER_MONTH * inventory.databaseInstances;
  const storage = storedGb(usage);
  const copiedDays = Math.min(stage.backupCopies?.keepDays ?? 0, usage.month * DAYS_PER_MONTH);
  return itemsOf("Aurora", [
    ["capacity", acuHours, "auroraAcuHours"],
    ["storage", storage, "auroraStorage"],
    ["writes", (writtenBytes(usage) / WRITE_BYTES) * monthly(usage), "auroraIo"],
    ["reads", activity.itemsStored * assumed.databaseReadsPerItem * monthly(usage), "auroraIo"],
    ["copies of backups", storage * copiedDays, "auroraBackup"],
  ]);
}

export function averageAcu(usage: Usage): number {
  const { assumed, stage } = usage;
  const capacity = stage.database.cluster?.capacity ?? SMALLEST;
  const load = loadAcu(usage);
  const awake = awakeShare(usage, capacity);
  const floor = Math.max(capacity.minAcu, capacity.minAcu === 0 ? assumed.awakeAcu : 0);
  return Math.min(capacity.maxAcu, Math.max(floor * awake, load));
}

function loadAcu({ activity, assumed }: Usage): number {
  return activity.statements / (activity.days * DAY_SECONDS) / assumed.statementsPerAcu;
}

/** Assumes that API requests are spread evenly, which keeps the database awake longest. */
function awakeShare({ activity, stage }: Usage, capacity: ClusterCapacity): number {
  if (!("pauseAfterSeconds" in capacity)) return 1;
  const { pauseAfterSeconds } = capacity;
  const planned = sleeplessSeconds(workSpans(stage, activity), WAKE_SECONDS + pauseAfterSeconds) / DAY_SECONDS;
  const requests = activity.calls.api.count / activity.days;
  return 1 - (1 - planned) * Math.exp((-requests * pauseAfterSeconds) / DAY_SECONDS);
}

type KeywordPaces = Exclude<Stage["keywords"], "off">;

type Span = { readonly from: number; readonly seconds: number };

function workSpans({ charts, keywords, schedules, stores }: Stage, activity: Activity): readonly Span[] {
  const ticks = tickTimes(schedules.startDueSyncs, 1);
  const syncSeconds = platforms.map((platform) => {
    const { rate } = platformBucket(stores, platform);
    const paced = activity.charts[platform] + activity.keywords[platform];
    const requests = (activity.storeRequests[platform] - paced) / activity.days;
    return rate === "unlimited" ? 0 : requests / rate / ticks.length;
  });
  const chartSeconds = platforms.map(
    (platform) => (activity.charts[platform] / activity.days / charts.chartsPerMinute[platform]) * 60,
  );
  const keywordSeconds = platforms.map((platform) =>
    keywords === "off" ? 0 : (activity.keywords[platform] / activity.days / paceOf(keywords, stores, platform)) * 60,
  );
  const spans = (expression: string, seconds: number) =>
    tickTimes(expression, 1).map((from): Span => ({ from, seconds }));
  return [
    ...Object.values(schedules).flatMap((expression) => spans(expression, 0)),
    ...spans(schedules.startDueSyncs, Math.max(...syncSeconds)),
    ...spans(schedules.startDailyCharts, Math.max(...chartSeconds, ...keywordSeconds)),
  ];
}

/** A stage that sleeps for most of the day learns no higher rate than the first one of its class of searches. */
function paceOf({ perMinute }: KeywordPaces, { classes }: Stage["stores"], platform: Platform): number {
  return keywordsPerMinute(perMinute[platform], classes[searchClass[platform]].startPerMinute);
}

export function sleeplessSeconds(spans: readonly Span[], after: number): number {
  let covered = 0;
  let until = 0;
  for (const { from, seconds } of spans.toSorted((a, b) => a.from - b.from)) {
    const end = from + seconds + after;
    covered += Math.max(0, end - Math.max(from, until));
    until = Math.max(until, end);
  }
  return Math.min(covered, DAY_SECONDS);
}
