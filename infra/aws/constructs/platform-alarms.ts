import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";

import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { isSwept, sweepRules } from "../../../lib/domain/storefront-sweep.ts";
import type { MeasureName } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";
import { longestSilence } from "./longest-silence.ts";
import { ServiceAlarm, type ServiceAlarmProps } from "./service-alarm.ts";
import { percentageOfBoth, type ServiceMetric, serviceMetric, zeroWhereMissing } from "./service-metric.ts";

const OVERDUE_PERCENT_MAX = 10;
const FOLLOWED_PERCENT_MAX = 80;
const FAILED_PERCENT_MAX = 20;
const SYNCS_ENOUGH = 20;
/** A rate that has found a store's limit is still throttled a few times a day. */
const THROTTLES_MAX = 10;
const THROTTLES_PERIOD = Duration.hours(6);
const CHARTS_PERCENT_MIN = 50;
const BLOCKED_MAX = Duration.minutes(15);
const PAUSE_MAX = Duration.days(1);
const METRICS_PERCENT_MIN = 90;
/** The service is measured only with full alarms, since it would wake a database that sleeps. */
export const GAUGES_EVERY = "rate(5 minutes)";
const ONCE_A_DAY = "cron(0 7 * * ? *)";
/** How far charts, keywords and the sweep may each be behind. */
const LAG_MAX = Duration.hours(3);
const KEYWORDS_PERCENT_MIN = 90;
const TERMS_PERCENT_MAX = 80;
/** One batch has this many attempts, after which its storefront stays unread for the day. */
const MASS_MISSES_MAX = attemptsMax(sweepRules);

type PlatformAlarmsProps = { readonly deployment: Deployment; readonly platform: Platform };

type PlatformAlarm = Omit<ServiceAlarmProps, "deployment">;
type MeasuredAlarm = Pick<PlatformAlarm, "says" | "runbook" | "threshold"> & { readonly measure: MeasureName };

export class PlatformAlarms extends Construct {
  readonly #deployment: Deployment;
  readonly #platform: Platform;

  constructor(scope: Construct, id: string, { deployment, platform }: PlatformAlarmsProps) {
    super(scope, id);
    this.#deployment = deployment;
    this.#platform = platform;
    const { schedules, keywords, sweep } = deployment.stage;

    this.#addCeiling("OverdueAppsAlarm", {
      says: `${OVERDUE_PERCENT_MAX} % of the followed ${platform} apps are overdue.`,
      runbook: "Overdue apps",
      measure: "OverdueAppsPercent",
      threshold: OVERDUE_PERCENT_MAX,
    });
    this.#addCeiling("FollowedAppsAlarm", {
      says: `The followed ${platform} apps are ${FOLLOWED_PERCENT_MAX} % of those that a day serves.`,
      runbook: "Followed apps",
      measure: "FollowedAppsPercent",
      threshold: FOLLOWED_PERCENT_MAX,
    });
    this.#addCeiling("LateChartsAlarm", {
      says: `The ${platform} charts are ${LAG_MAX.toHumanString()} behind.`,
      runbook: "Late charts",
      measure: "ChartLagSeconds",
      threshold: LAG_MAX.toSeconds(),
    });
    this.#addFloor("MissingChartsAlarm", schedules.startDailyCharts, {
      says: `Fewer than ${CHARTS_PERCENT_MIN} % of the ${platform} charts of a day were stored.`,
      runbook: "Missing charts",
      measure: "ChartsStoredPercent",
      threshold: CHARTS_PERCENT_MIN,
    });
    const failed = this.#metric("SyncsFailed", "Sum", Duration.hours(1));
    const completed = this.#metric("SyncsCompleted", "Sum", Duration.hours(1));
    this.#add("FailedSyncsAlarm", {
      says: `${FAILED_PERCENT_MAX} % of the ${platform} syncs fail.`,
      runbook: "Failed syncs",
      metric: percentageOfBoth(failed, completed, SYNCS_ENOUGH),
      threshold: FAILED_PERCENT_MAX,
    });
    this.#add("UnsentAlarm", {
      says: `Messages about ${platform} could not be sent to their queue.`,
      runbook: "Unsent messages",
      metric: this.#metric("MessagesUnsent", "Sum", Duration.minutes(15)),
      threshold: 1,
    });
    this.#add("ThrottlesAlarm", {
      says: `The ${platform} store limits requests again and again.`,
      runbook: "Limited requests",
      metric: this.#metric("StoreThrottles", "Sum", THROTTLES_PERIOD),
      threshold: THROTTLES_MAX,
    });
    this.#addGauges();
    if (platform === platforms[0]) this.#addMissing("OverdueAppsPercent", schedules.resendSyncs);
    this.#addMissing("ChartLagSeconds", schedules.resendCharts);
    if (keywords !== "off") this.#addKeywordAlarms();
    if (isSwept(platform, sweep)) this.#addSweepAlarms();
  }

  /** The function `measure-service` writes these gauges. The alarms on missing gauges show when it does not run. */
  #addGauges(): void {
    const platform = this.#platform;
    const gauge = (name: MeasureName) => this.#metric(name, "Maximum", Duration.minutes(5));
    this.#add("BlockedAlarm", {
      says: `The ${platform} store has rejected all requests of a class for ${BLOCKED_MAX.toHumanString()}.`,
      runbook: "Blocked store",
      metric: gauge("StoreBlockedSeconds"),
      threshold: BLOCKED_MAX.toSeconds(),
    });
    this.#add("PauseAlarm", {
      says: `The ${platform} platform has been paused for ${PAUSE_MAX.toHumanString()}.`,
      runbook: "Forgotten pause",
      metric: gauge("PausedSeconds"),
      threshold: PAUSE_MAX.toSeconds(),
    });
    if (platform === platforms[0]) this.#addMissing("PausedSeconds", GAUGES_EVERY);
    this.#addFloor("IncompleteDayAlarm", ONCE_A_DAY, {
      says: `Less than ${METRICS_PERCENT_MIN} % of the metrics of a day were read of the followed ${platform} apps.`,
      runbook: "Incomplete day",
      measure: "MetricsOfDayPercent",
      threshold: METRICS_PERCENT_MIN,
    });
  }

  /** No alarm on missing gauges is needed: the same tick writes gauges of charts first, and these have one. */
  #addKeywordAlarms(): void {
    this.#addCeiling("LateKeywordsAlarm", {
      says: `The tracked ${this.#platform} terms are ${LAG_MAX.toHumanString()} behind.`,
      runbook: "Late keywords",
      measure: "KeywordLagSeconds",
      threshold: LAG_MAX.toSeconds(),
    });
    this.#addCeiling("TrackedTermsAlarm", {
      says: `The tracked ${this.#platform} terms are ${TERMS_PERCENT_MAX} % of those that the stage reads.`,
      runbook: "Tracked terms",
      measure: "KeywordTermsPercent",
      threshold: TERMS_PERCENT_MAX,
    });
    this.#addFloor("MissingKeywordsAlarm", this.#deployment.stage.schedules.startDailyCharts, {
      says: `Less than ${KEYWORDS_PERCENT_MIN} % of the tracked ${this.#platform} terms of a day were read.`,
      runbook: "Missing keywords",
      measure: "KeywordsReadPercent",
      threshold: KEYWORDS_PERCENT_MIN,
    });
  }

  #addSweepAlarms(): void {
    this.#addMissing("SweepLagSeconds", this.#deployment.stage.schedules.sweepStorefronts);
    this.#addCeiling("LateSweepAlarm", {
      says: `The ${this.#platform} sweep is ${LAG_MAX.toHumanString()} behind.`,
      runbook: "Late sweep",
      measure: "SweepLagSeconds",
      threshold: LAG_MAX.toSeconds(),
    });
    this.#add("MassMissesAlarm", {
      says: `The ${this.#platform} store leaves out many apps.`,
      runbook: "Apps left out",
      metric: this.#metric("SweepMassMisses", "Sum", Duration.hours(1)),
      threshold: MASS_MISSES_MAX,
    });
  }

  #add(id: string, alarm: PlatformAlarm): void {
    new ServiceAlarm(this, id, { deployment: this.#deployment, subject: this.#platform, ...alarm });
  }

  #addCeiling(id: string, { measure, ...alarm }: MeasuredAlarm): void {
    this.#add(id, { ...alarm, metric: this.#metric(measure, "Maximum", tickOf(this.#deployment)), periods: 2 });
  }

  /** A floor is held to the least value that was measured between two runs of the schedule. */
  #addFloor(id: string, schedule: string, { measure, ...alarm }: MeasuredAlarm): void {
    const { period, periods } = longestSilence(schedule);
    this.#add(id, { ...alarm, metric: this.#metric(measure, "Minimum", period), isFloor: true, periods });
  }

  /** Alarms on high values stay green when their gauge stops. One run writes the gauges of both platforms at once. */
  #addMissing(name: MeasureName, schedule: string): void {
    const { period, periods } = longestSilence(schedule);
    this.#add(`${name}Missing`, {
      says: `The metric ${name} of ${this.#platform} is no longer written.`,
      runbook: "Missing metrics",
      subject: `${name}-${this.#platform}`,
      metric: zeroWhereMissing(this.#metric(name, "SampleCount", period)),
      threshold: 1,
      isFloor: true,
      periods,
    });
  }

  #metric(name: MeasureName, statistic: ServiceMetric["statistic"], period: Duration) {
    return serviceMetric(this.#deployment, name, { platform: this.#platform, statistic, period });
  }
}

/** The resend schedule writes the gauges, so no period may be shorter than its tick. */
function tickOf({ stage }: Deployment): Duration {
  const { cluster } = stage.database;
  return cluster !== undefined && "pauseAfterSeconds" in cluster.capacity ? Duration.hours(6) : Duration.minutes(15);
}
