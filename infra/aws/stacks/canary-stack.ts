import { ArnFormat, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type * as z from "zod";

import { canaryEnvironment } from "../../../lib/wiring/environment.ts";
import { functionName } from "../constructs/function-name.ts";
import { longestSilence } from "../constructs/longest-silence.ts";
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
    const createUser = functionName(deployment.stage, "create-user");
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
        CREATE_USER_FUNCTION: createUser,
        SEARCH_HOUR: settings.searchHour,
      },
      memoryMb: settings.memoryMb,
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    account.grantRead(canary.lambda).assertSuccess();
    canary.lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: [
          this.formatArn({
            service: "lambda",
            resource: "function",
            resourceName: createUser,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
    );
    new Schedule(this, "CanarySchedule", { target: canary, expression: settings.schedule });
    this.#alarmOnFailures(deployment, canary, settings.schedule);
    new RunbookQueries(this, "Queries", { deployment, source: "canary", logGroups: logGroupsBelow(this) });
  }

  /** The canary has its account created by the operation: who knows its password knows its address. */
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
      reason: "The account may do what any user may. A new password makes a new account.",
    });
    return secret;
  }

  /** A visit that passes when it is repeated is one. No visit at all is none that passed. */
  #alarmOnFailures(deployment: Deployment, { lambda }: ServerFunction<z.ZodObject>, schedule: string): void {
    const { period, periods } = longestSilence(schedule);
    const of = { period, statistic: "Sum" };
    new ServiceAlarm(this, "FailuresAlarm", {
      deployment,
      says: "A client can no longer log in, read and log out: the canary fails, or does not run.",
      runbook: "Failing canary",
      metric: new MathExpression({
        expression: "FILL(invocations, 0) - FILL(errors, 0)",
        usingMetrics: { invocations: lambda.metricInvocations(of), errors: lambda.metricErrors(of) },
        period,
        label: "Visits that passed",
      }),
      threshold: 1,
      isFloor: true,
      periods,
    });
  }
}
