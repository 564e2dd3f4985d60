import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";

import { type EndpointDefinition, mcpRoutes } from "../../../functions/endpoints.ts";
import { fallbackEnvironment } from "../../../lib/wiring/environment.ts";
import { HourlyCosts } from "../constructs/hourly-costs.ts";
import { HttpApi } from "../constructs/http-api.ts";
import { McpEndpoint } from "../constructs/mcp-endpoint.ts";
import { endpointTracing, ServerFunction } from "../constructs/server-function.ts";
import { ServiceAlarm } from "../constructs/service-alarm.ts";
import { ServiceDashboard } from "../constructs/service-dashboard.ts";
import { writeStageValue } from "../constructs/stage-value.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

const FALLBACK_TIMEOUT_SECONDS = 5;
const FALLBACK_MEMORY_MB = 256;
/** A few throttles are normal: consumers at their maximum concurrency cause them, and their messages wait. */
const THROTTLES_MAX = 10;
/** More than the attempts of one event that is invoked asynchronously. */
const FUNCTION_ERRORS_MAX = 5;

export type ApiStackProps = StackProps & {
  readonly deployment: Deployment;
  readonly endpoints: readonly EndpointDefinition[];
  readonly pathPrefix: string;
};

/** The public HTTP API with all its routes. The functions behind them are in stacks of their own (ADR 18). */
export class ApiStack extends Stack {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { deployment, endpoints, pathPrefix } = props;
    const { mcp } = deployment.stage.api;
    const fallback = new ServerFunction(this, "Fallback", {
      deployment,
      entry: entries.respondToUnknownRoute,
      description: "Responds to requests that match no route",
      schema: fallbackEnvironment(),
      environment: {
        DOCUMENTATION: deployment.stage.api.documentation ? "on" : "off",
        DASHBOARD: deployment.stage.api.dashboard ? "on" : "off",
        MCP: mcp === "off" ? "off" : "on",
        OAUTH: deployment.stage.api.oauth === "off" ? "off" : "on",
      },
      memoryMb: FALLBACK_MEMORY_MB,
      timeoutSeconds: FALLBACK_TIMEOUT_SECONDS,
      tracing: endpointTracing(deployment.stage),
    });
    // A tool may search a store, too.
    const storeRoutes = [
      ...endpoints
        .filter(({ needs }) => needs === "stores")
        .map(({ contract: { method, path } }) => `${method} ${pathPrefix}${path}`),
      ...(mcp === "off" ? [] : mcpRoutes.map(({ method, prefix, path }) => `${method} ${prefix}${path}`)),
    ];
    this.api = new HttpApi(this, "HttpApi", { deployment, fallback, storeRoutes });
    if (mcp !== "off") new McpEndpoint(this, "Mcp", { deployment, api: this.api, settings: mcp });
    if (deployment.stage.monitoring === "full") {
      new ServiceDashboard(this, "ServiceDashboard", { deployment, apiId: this.api.id });
    }
    new HourlyCosts(this, "HourlyCosts", { deployment, apiId: this.api.id });
    this.#alarmOnFunctions(deployment);
    writeStageValue(this, deployment.stage, "api-url", this.api.url);
    new CfnOutput(this, "ApiUrl", { value: this.api.url });
  }

  /** These alarms cover all functions of the account and region, which share one quota. */
  #alarmOnFunctions(deployment: Deployment): void {
    const ofAll = (metricName: string, period: Duration) =>
      new Metric({ namespace: "AWS/Lambda", metricName, statistic: "Sum", period });
    new ServiceAlarm(this, "ThrottlesAlarm", {
      deployment,
      says:
        "Functions were not started: the account's concurrency quota, or a function's own reservation, " +
        "was used up.",
      runbook: "Throttled functions",
      metric: ofAll("Throttles", Duration.minutes(5)),
      threshold: THROTTLES_MAX,
      periods: 2,
    });
    new ServiceAlarm(this, "ErrorsAlarm", {
      deployment,
      says: `Functions ended ${FUNCTION_ERRORS_MAX} times by an error within a quarter of an hour.`,
      runbook: "Failing functions",
      metric: ofAll("Errors", Duration.minutes(15)),
      threshold: FUNCTION_ERRORS_MAX,
    });
  }
}
