import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type * as z from "zod";

import { canaryEnvironment } from "../../../lib/wiring/environment.ts";
import { longestSilence } from "../constructs/longest-silence.ts";
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

/** A function that uses the API from outside, as a client does, and an alarm when that fails or ceases (ADR 33). */
export class CanaryStack extends Stack {
  constructor(scope: Construct, id: string, props: CanaryStackProps) {
    super(scope, id, props);
    const { deployment, pathPrefix, settings } = props;
    const account = this.#createAccount();
    const canary: ServerFunction<z.ZodObject> = new ServerFunction(this, "Canary", {
      deployment,
      entry: entries.visitApi,
      description: "Uses the API as a client does",
      schema: canaryEnvironment(),
      environment: {
        STAGE: deployment.stage.name,
        LOG_LEVEL: deployment.stage.logLevel,
        API_URL: `${readStageValue(this, deployment.stage, "api-url")}${pathPrefix}`,
        CANARY_SECRET_ARN: account.secretArn,
        SEARCH_HOUR: settings.searchHour,
      },
      memoryMb: settings.memoryMb,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    account.grantRead(canary.lambda).assertSuccess();
    new Schedule(this, "CanarySchedule", { target: canary, expression: settings.schedule });
    this.#alarmOnFailures(deployment, canary, settings.schedule);
    this.#alarmOnRepeatedFailures(deployment, canary);
    new RunbookQueries(this, "Queries", { deployment, source: "canary", logGroups: logGroupsBelow(this) });
  }

  /** The account registers itself: who knows its password knows its address. */
  #createAccount(): Secret {
    const secret = new Secret(this, "Account", {
      description: "The canary's account of the API",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ username: "canary" }),
        generateStringKey: "password",
        excludePunctuation: true,
        passwordLength: 32,
      },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: "AwsSolutions::AwsSolutions-SMG4",
      reason: "The account may do what anybody may who registers. A new password makes a new account.",
    });
    return secret;
  }

  /** A visit that passes when it is repeated is one. No visit at all is no data, which breaches. */
  #alarmOnFailures(deployment: Deployment, { lambda }: ServerFunction<z.ZodObject>, schedule: string): void {
    const { period } = longestSilence(schedule);
    const of = { period: Duration.minutes(period.toMinutes()), statistic: "Sum" };
    new ServiceAlarm(this, "FailuresAlarm", {
      deployment,
      says: "A client can no longer log in, read and log out: the canary fails, or does not run.",
      runbook: "Failing canary",
      metric: new MathExpression({
        expression: "invocations - errors",
        usingMetrics: { invocations: lambda.metricInvocations(of), errors: lambda.metricErrors(of) },
        period: of.period,
        label: "Visits that passed",
      }),
      threshold: 1,
      isFloor: true,
      periods: 2,
    });
  }

  /** During a deployment it visits every minute; else these are the attempts of one visit. */
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
