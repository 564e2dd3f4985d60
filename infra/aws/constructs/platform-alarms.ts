import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";

import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { isSwept, sweepRules } from "../../../lib/domain/storefront-sweep.ts";
import type { MeasureName } from "../../../lib/runtime/telemetry.ts";
import type { Deployment } from "../deployment.ts";
import { longestSilence } from "./longest-silence.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { percentageOfBoth, serviceMetric, zeroWhereMissing } from "./service-metric.ts";

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
const CHART_LAG_MAX = Duration.hours(3);
const KEYWORD_LAG_MAX = Duration.hours(3);
const KEYWORDS_PERCENT_MIN = 90;
const TERMS_PERCENT_MAX = 80;
const SWEEP_LAG_MAX = Duration.hours(3);
/** One batch has this many attempts, after which its storefront stays unread for the day. */
const MASS_MISSES_MAX = attemptsMax(sweepRules);

type PlatformAlarmsProps = { readonly deployment: Deployment; readonly platform: Platform };

export class PlatformAlarms extends Construct {
  constructor(scope: Construct, id: string, { deployment, platform }: PlatformAlarmsProps) {
    super(scope, id);
    const gauge = { platform, statistic: "Maximum", period: tickOf(deployment) } as const;
    const hourly = { platform, statistic: "Sum", period: Duration.hours(1) } as const;
    const quarterly = { platform, statistic: "Sum", period: Duration.minutes(15) } as const;

    new ServiceAlarm(this, "OverdueAppsAlarm", {
      deployment,
      says: `${OVERDUE_PERCENT_MAX} % of the followed ${platform} apps are overdue.`,
      runbook: "Overdue apps",
      subject: platform,
      metric: serviceMetric(deployment, "OverdueAppsPercent", gauge),
      threshold: OVERDUE_PERCENT_MAX,
      periods: 2,
    });
    new ServiceAlarm(this, "FollowedAppsAlarm", {
      deployment,
      says: `The followed ${platform} apps are ${FOLLOWED_PERCENT_MAX} % of those that a day serves.`,
      runbook: "Followed apps",
      subject: platform,
      metric: serviceMetric(deployment, "FollowedAppsPercent", gauge),
      threshold: FOLLOWED_PERCENT_MAX,
      periods: 2,
    });
    new ServiceAlarm(this, "LateChartsAlarm", {
      deployment,
      says: `The ${platform} charts are ${CHART_LAG_MAX.toHumanString()} behind.`,
      runbook: "Late charts",
      subject: platform,
      metric: serviceMetric(deployment, "ChartLagSeconds", gauge),
      threshold: CHART_LAG_MAX.toSeconds(),
      periods: 2,
    });

    this.#addMissingCharts({ deployment, platform });

    const failed = serviceMetric(deployment, "SyncsFailed", hourly);
    const completed = serviceMetric(deployment, "SyncsCompleted", hourly);
    new ServiceAlarm(this, "FailedSyncsAlarm", {
      deployment,
      says: `${FAILED_PERCENT_MAX} % of the ${platform} syncs fail.`,
      runbook: "Failed syncs",
      subject: platform,
      metric: percentageOfBoth(failed, completed, SYNCS_ENOUGH),
      threshold: FAILED_PERCENT_MAX,
    });
    new ServiceAlarm(this, "UnsentAlarm", {
      deployment,
      says: `Messages about ${platform} could not be sent to their queue.`,
      runbook: "Unsent messages",
      subject: platform,
      metric: serviceMetric(deployment, "MessagesUnsent", quarterly),
      threshold: 1,
    });
    new ServiceAlarm(this, "ThrottlesAlarm", {
      deployment,
      says: `The ${platform} store limits requests again and again.`,
      runbook: "Limited requests",
      subject: platform,
      metric: serviceMetric(deployment, "StoreThrottles", { platform, statistic: "Sum", period: THROTTLES_PERIOD }),
      threshold: THROTTLES_MAX,
    });
    this.#addGauges({ deployment, platform });
    if (platform === platforms[0]) {
      this.#addMissingAlarm("OverdueAppsPercent", { deployment, platform }, deployment.stage.schedules.resendSyncs);
    }
    this.#addMissingAlarm("ChartLagSeconds", { deployment, platform }, deployment.stage.schedules.resendCharts);
    if (deployment.stage.keywords !== "off") this.#addKeywordAlarms({ deployment, platform });
    if (isSwept(platform, deployment.stage.sweep)) this.#addSweepAlarms({ deployment, platform });
  }

  /** The function `measure-service` writes these gauges. The alarms on missing gauges show when it does not run. */
  #addGauges({ deployment, platform }: PlatformAlarmsProps): void {
    const gauge = { platform, statistic: "Maximum", period: Duration.minutes(5) } as const;
    new ServiceAlarm(this, "BlockedAlarm", {
      deployment,
      says: `The ${platform} store has rejected all requests of a class for ${BLOCKED_MAX.toHumanString()}.`,
      runbook: "Blocked store",
      subject: platform,
      metric: serviceMetric(deployment, "StoreBlockedSeconds", gauge),
      threshold: BLOCKED_MAX.toSeconds(),
    });
    new ServiceAlarm(this, "PauseAlarm", {
      deployment,
      says: `The ${platform} platform has been paused for ${PAUSE_MAX.toHumanString()}.`,
      runbook: "Forgotten pause",
      subject: platform,
      metric: serviceMetric(deployment, "PausedSeconds", gauge),
      threshold: PAUSE_MAX.toSeconds(),
    });
    if (platform === platforms[0]) this.#addMissingAlarm("PausedSeconds", { deployment, platform }, GAUGES_EVERY);
    const { period, periods } = longestSilence(ONCE_A_DAY);
    new ServiceAlarm(this, "IncompleteDayAlarm", {
      deployment,
      says: `Less than ${METRICS_PERCENT_MIN} % of the metrics of a day were read of the followed ${platform} apps.`,
      runbook: "Incomplete day",
      subject: platform,
      metric: serviceMetric(deployment, "MetricsOfDayPercent", { platform, statistic: "Minimum", period }),
      threshold: METRICS_PERCENT_MIN,
      isFloor: true,
      periods,
    });
  }

  #addMissingCharts({ deployment, platform }: PlatformAlarmsProps): void {
    const { period, periods } = longestSilence(deployment.stage.schedules.startDailyCharts);
    new ServiceAlarm(this, "MissingChartsAlarm", {
      deployment,
      says: `Fewer than ${CHARTS_PERCENT_MIN} % of the ${platform} charts of a day were stored.`,
      runbook: "Missing charts",
      subject: platform,
      metric: serviceMetric(deployment, "ChartsStoredPercent", { platform, statistic: "Minimum", period }),
      threshold: CHARTS_PERCENT_MIN,
      isFloor: true,
      periods,
    });
  }

  /** The run that writes these gauges writes those of charts first, whose absence raises an alarm. */
  #addKeywordAlarms({ deployment, platform }: PlatformAlarmsProps): void {
    const gauge = { platform, statistic: "Maximum", period: tickOf(deployment) } as const;
    new ServiceAlarm(this, "LateKeywordsAlarm", {
      deployment,
      says: `The tracked ${platform} terms are ${KEYWORD_LAG_MAX.toHumanString()} behind.`,
      runbook: "Late keywords",
      subject: platform,
      metric: serviceMetric(deployment, "KeywordLagSeconds", gauge),
      threshold: KEYWORD_LAG_MAX.toSeconds(),
      periods: 2,
    });
    new ServiceAlarm(this, "TrackedTermsAlarm", {
      deployment,
      says: `The tracked ${platform} terms are ${TERMS_PERCENT_MAX} % of those that the stage reads.`,
      runbook: "Tracked terms",
      subject: platform,
      metric: serviceMetric(deployment, "KeywordTermsPercent", gauge),
      threshold: TERMS_PERCENT_MAX,
      periods: 2,
    });
    const { period, periods } = longestSilence(deployment.stage.schedules.startDailyCharts);
    new ServiceAlarm(this, "MissingKeywordsAlarm", {
      deployment,
      says: `Less than ${KEYWORDS_PERCENT_MIN} % of the tracked ${platform} terms of a day were read.`,
      runbook: "Missing keywords",
      subject: platform,
      metric: serviceMetric(deployment, "KeywordsReadPercent", { platform, statistic: "Minimum", period }),
      threshold: KEYWORDS_PERCENT_MIN,
      isFloor: true,
      periods,
    });
  }

  /** Alarms on high values stay green when their gauge stops. One run writes the gauges of both platforms at once. */
  #addMissingAlarm(name: MeasureName, { deployment, platform }: PlatformAlarmsProps, schedule: string): void {
    const { period, periods } = longestSilence(schedule);
    new ServiceAlarm(this, `${name}Missing`, {
      deployment,
      says: `The metric ${name} of ${platform} is no longer written.`,
      runbook: "Missing metrics",
      subject: `${name}-${platform}`,
      metric: zeroWhereMissing(serviceMetric(deployment, name, { platform, statistic: "SampleCount", period })),
      threshold: 1,
      isFloor: true,
      periods,
    });
  }

  #addSweepAlarms({ deployment, platform }: PlatformAlarmsProps): void {
    this.#addMissingAlarm("SweepLagSeconds", { deployment, platform }, deployment.stage.schedules.sweepStorefronts);
    const lag = { platform, statistic: "Maximum", period: tickOf(deployment) } as const;
    const hourly = { platform, statistic: "Sum", period: Duration.hours(1) } as const;
    new ServiceAlarm(this, "LateSweepAlarm", {
      deployment,
      says: `The ${platform} sweep is ${SWEEP_LAG_MAX.toHumanString()} behind.`,
      runbook: "Late sweep",
      subject: platform,
      metric: serviceMetric(deployment, "SweepLagSeconds", lag),
      threshold: SWEEP_LAG_MAX.toSeconds(),
      periods: 2,
    });
    new ServiceAlarm(this, "MassMissesAlarm", {
      deployment,
      says: `The ${platform} store leaves out many apps.`,
      runbook: "Apps left out",
      subject: platform,
      metric: serviceMetric(deployment, "SweepMassMisses", hourly),
      threshold: MASS_MISSES_MAX,
    });
  }
}

/** The resend schedule writes the gauges, so no period may be shorter than its tick. */
function tickOf({ stage }: Deployment): Duration {
  const { cluster } = stage.database;
  return cluster !== undefined && "pauseAfterSeconds" in cluster.capacity ? Duration.hours(6) : Duration.minutes(15);
}
