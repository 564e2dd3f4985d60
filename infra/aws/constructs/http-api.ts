import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  type AddRoutesOptions,
  HttpApi as Api,
  CorsHttpMethod,
  type CorsPreflightOptions,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod";

import type { Deployment } from "../deployment.ts";
import type { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { percentage } from "./service-metric.ts";

export type HttpApiProps = {
  readonly deployment: Deployment;
  /** Handles every request that no route matches. */
  readonly fallback: ServerFunction<z.ZodObject>;
};

/** Not a format of the CDK: those are for REST APIs, whose variables differ, such as the one for the route. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    time: "$context.requestTime",
    requestId: "$context.requestId",
    ip: "$context.identity.sourceIp",
    route: "$context.routeKey",
    method: "$context.httpMethod",
    path: "$context.path",
    status: "$context.status",
    bytes: "$context.responseLength",
    latencyMs: "$context.responseLatency",
    functionLatencyMs: "$context.integrationLatency",
    gatewayError: "$context.error.message",
    functionError: "$context.integrationErrorMessage",
  }),
);

const CORS_MAX_AGE = Duration.hours(1);

const ALARM_PERIOD = Duration.minutes(5);
/** Fewer requests in a period are not meaningful. */
const REQUESTS_ENOUGH = 20;
const ERRORS_PERCENT_MAX = 1;
const LATENCY_MS_MAX = 3_000;

/** The public address of the server: one route per endpoint, an access log and a coarse throttle. */
export class HttpApi extends Construct {
  readonly url: string;
  readonly id: string;
  readonly #api: Api;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { stage } = props.deployment;
    const { corsOrigins } = stage.api;
    const isOpen = corsOrigins.length > 0;
    this.#api = new Api(this, "Api", {
      apiName: `shelfwatch-${stage.name}`,
      description: "Shelfwatch",
      ...(isOpen ? { corsPreflight: corsPreflight(corsOrigins) } : {}),
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration("Fallback", props.fallback.lambda),
    });
    // With a default route for every method, the gateway passes preflights on instead of responding to them.
    if (isOpen) this.addRoute({ method: HttpMethod.OPTIONS, path: "/{proxy+}", target: props.fallback });
    const accessLog = new LogGroup(this, "AccessLog", {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "Stage", {
      httpApi: this.#api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: stage.api.throttle.rate, burstLimit: stage.api.throttle.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    this.url = this.#api.apiEndpoint;
    this.id = this.#api.apiId;
    this.#addAlarms(props.deployment);
    Validations.of(this).acknowledge({
      id: "AwsSolutions::AwsSolutions-APIG4",
      reason: "The functions check the bearer token themselves: a cached authorizer would honour revoked tokens.",
    });
  }

  #addAlarms(deployment: Deployment): void {
    const sum = { period: ALARM_PERIOD, statistic: "Sum" };
    const part = this.#api.metricServerError(sum);
    new ServiceAlarm(this, "ErrorsAlarm", {
      deployment,
      says: `${ERRORS_PERCENT_MAX} % of the API's responses say that the service failed.`,
      runbook: "API errors",
      metric: percentage({ part, all: this.#api.metricCount(sum), enough: REQUESTS_ENOUGH, label: "Errors" }),
      threshold: ERRORS_PERCENT_MAX,
      periods: 3,
    });
    new ServiceAlarm(this, "LatencyAlarm", {
      deployment,
      says: `A tenth of the API's responses take longer than ${LATENCY_MS_MAX / 1_000} seconds.`,
      runbook: "API latency",
      metric: this.#api.metricLatency({ period: ALARM_PERIOD, statistic: "p90" }),
      threshold: LATENCY_MS_MAX,
      periods: 3,
    });
  }

  addRoute(route: {
    readonly method: HttpMethod;
    readonly path: string;
    readonly target: ServerFunction<z.ZodObject>;
  }) {
    const options: AddRoutesOptions = {
      path: route.path,
      methods: [route.method],
      integration: new HttpLambdaIntegration("Integration", route.target.lambda),
      authorizer: new HttpNoneAuthorizer(),
    };
    for (const { node } of this.#api.addRoutes(options)) {
      // A route switches to another function only when it may call that function.
      node.findChild("Integration").node.addDependency(node.findChild("Integration-Permission"));
    }
  }
}

/** No credentials: tokens are sent in a header, never in a cookie. */
function corsPreflight(allowOrigins: readonly string[]): CorsPreflightOptions {
  const { GET, POST, PUT, PATCH, DELETE } = CorsHttpMethod;
  return {
    allowOrigins: [...allowOrigins],
    allowMethods: [GET, POST, PUT, PATCH, DELETE],
    allowHeaders: ["Authorization", "Content-Type", "If-None-Match"],
    exposeHeaders: ["ETag", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"],
    maxAge: CORS_MAX_AGE,
  };
}
