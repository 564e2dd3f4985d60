import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";

import type { EndpointDefinition } from "../../../functions/endpoints.ts";
import { Documentation } from "../constructs/documentation.ts";
import { Endpoint, type EndpointBackends } from "../constructs/endpoint.ts";
import { HttpApi } from "../constructs/http-api.ts";
import { ServerFunction } from "../constructs/server-function.ts";
import { ServiceAlarm } from "../constructs/service-alarm.ts";
import { ServiceDashboard } from "../constructs/service-dashboard.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import { fallbackEnvironment } from "../function-environments.ts";

const FALLBACK_TIMEOUT_SECONDS = 5;
const FALLBACK_MEMORY_MB = 256;
/** A consumer that may run so many at once is throttled now and then; its messages wait. */
const THROTTLES_MAX = 10;

export type ApiStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly backends: EndpointBackends;
  readonly endpoints: readonly EndpointDefinition[];
  readonly pathPrefix: string;
};

/** The public HTTP API: one function per endpoint. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { deployment, backends, endpoints, pathPrefix } = props;
    const fallback = new ServerFunction(this, "Fallback", {
      deployment,
      entry: entries.respondToUnknownRoute,
      description: "Returns requests that match no route",
      schema: fallbackEnvironment,
      environment: {
        STAGE: deployment.stage.name,
        LOG_LEVEL: deployment.stage.logLevel,
        DOCUMENTATION: deployment.stage.api.documentation ? "on" : "off",
      },
      memoryMb: FALLBACK_MEMORY_MB,
      timeoutSeconds: FALLBACK_TIMEOUT_SECONDS,
    });
    const api = new HttpApi(this, "HttpApi", { deployment, fallback });

    for (const row of endpoints) {
      new Endpoint(this, capitalise(row.contract.operation), { deployment, api, pathPrefix, row, backends });
    }
    if (deployment.stage.api.documentation) new Documentation(this, "Documentation", { deployment, api, backends });
    if (deployment.stage.monitoring === "full") {
      new ServiceDashboard(this, "ServiceDashboard", { deployment, apiId: api.id });
    }
    this.#alarmOnThrottles(deployment);
    new CfnOutput(this, "ApiUrl", { value: api.url });
  }

  /** Over all functions of the account and region, which share one quota. */
  #alarmOnThrottles(deployment: Deployment): void {
    new ServiceAlarm(this, "ThrottlesAlarm", {
      deployment,
      says: "Functions were not started because the account runs as many as it may.",
      runbook: "Throttled functions",
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      threshold: THROTTLES_MAX,
      periods: 2,
    });
  }
}

function capitalise(operation: string): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1);
}
