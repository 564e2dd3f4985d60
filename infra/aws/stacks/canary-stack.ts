import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type * as z from "zod";

import { canaryEnvironment } from "../../../lib/wiring/watching-environment.ts";
import { ApiProbe } from "../constructs/api-probe.ts";
import { CanaryAccount } from "../constructs/canary-account.ts";
import { longestSilence } from "../constructs/longest-silence.ts";
import { passedRuns } from "../constructs/passing-check.ts";
import { REPEATED_VISITS } from "../constructs/runbook.ts";
import { logGroupsBelow, RunbookQueries } from "../constructs/runbook-queries.ts";
import { Schedule } from "../constructs/schedule.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import { ServiceAlarm } from "../constructs/service-alarm.ts";
import { readStageValue } from "../constructs/stage-value.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Stage } from "../stage.ts";

const TIMEOUT_SECONDS = 120;

export type CanaryStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly pathPrefix: string;
  readonly settings: NonNullable<Stage["canary"]>;
};

/** Functions that use the API as a client does, and alarms on failed and missing runs (ADR 33, ADR 41). */
export class CanaryStack extends Stack {
  constructor(scope: Construct, id: string, props: CanaryStackProps) {
    super(scope, id, props);
    const { deployment, pathPrefix, settings } = props;
    const { stage } = deployment;
    const account = new CanaryAccount(this, "Account", stage);
    const apiUrl = `${readStageValue(this, stage, "api-url")}${pathPrefix}`;
    const canary: ServerFunction<z.ZodObject> = new ServerFunction(this, "Canary", {
      deployment,
      entry: entries.visitApi,
      description: "Uses the API as a client does",
      schema: canaryEnvironment(),
      environment: {
        STAGE: stage.name,
        LOG_LEVEL: stage.logLevel,
        API_URL: apiUrl,
        ...account.environment(),
        SEARCH_HOUR: settings.searchHour,
      },
      memoryMb: settings.memoryMb,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    account.grantUseTo(canary);
    new Schedule(this, "CanarySchedule", { target: canary, expression: settings.schedule, hasAlarms: false });
    this.#alarmOnFailures(deployment, canary, settings.schedule);
    new ApiProbe(this, "ApiProbe", { deployment, account, apiUrl, settings });
    this.#alarmOnRepeatedFailures(deployment, canary);
    new RunbookQueries(this, "Queries", { deployment, source: "canary", logGroups: logGroupsBelow(this) });
  }

  /** A visit that succeeds on a retry counts as a success. No visit at all counts as a failure. */
  #alarmOnFailures(deployment: Deployment, { lambda }: ServerFunction<z.ZodObject>, schedule: string): void {
    const { period, periods } = longestSilence(schedule);
    new ServiceAlarm(this, "FailuresAlarm", {
      deployment,
      says: "A client can no longer log in, read and log out: the canary fails, or does not run.",
      runbook: "Failing canary",
      ...passedRuns(lambda, period),
      periods,
    });
  }

  /**
   * During a deployment the canary visits every minute, so two failures are two visits. At other times, they are a
   * visit and its retry.
   */
  #alarmOnRepeatedFailures(deployment: Deployment, { lambda }: ServerFunction<z.ZodObject>): void {
    new ServiceAlarm(this, "RepeatedFailuresAlarm", {
      deployment,
      says: "Two visits of the canary failed within five minutes.",
      runbook: "Failing canary",
      subject: REPEATED_VISITS,
      metric: lambda.metricErrors({ period: Duration.minutes(5) }),
      threshold: 2,
    });
  }
}
