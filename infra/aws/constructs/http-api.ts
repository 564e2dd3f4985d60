import { CfnOutput, Duration, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi as Api,
  type CfnRoute,
  type CfnStage,
  DomainName,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type * as z from "zod";

import type { Deployment } from "../deployment.ts";
import type { DomainSettings, Throttle } from "../stage.ts";
import { corsPreflight } from "./cors-preflight.ts";
import { logRetention } from "./log-retention.ts";
import { RunbookQueries } from "./runbook-queries.ts";
import type { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import { percentage } from "./service-metric.ts";
import { SlowRequests } from "./slow-requests.ts";

export type HttpApiProps = {
  readonly deployment: Deployment;
  readonly fallback: ServerFunction<z.ZodObject>;
  readonly storeRoutes: readonly string[];
};

type ApiRoute = {
  readonly method: HttpMethod;
  readonly path: string;
  readonly target: ServerFunction<z.ZodObject>;
  readonly throttle?: Throttle | undefined;
};

/**
 * The CDK's own formats are for REST APIs, whose variables differ, such as the one for the route. Paths are left out,
 * because the path of a feed is its secret, and an address that matches no route can contain it too.
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    time: "$context.requestTime",
    requestId: "$context.requestId",
    ip: "$context.identity.sourceIp",
    route: "$context.routeKey",
    method: "$context.httpMethod",
    status: "$context.status",
    bytes: "$context.responseLength",
    latencyMs: "$context.responseLatency",
    functionLatencyMs: "$context.integrationLatency",
    gatewayError: "$context.error.message",
    functionError: "$context.integrationErrorMessage",
  }),
);

const ALARM_PERIOD = Duration.minutes(5);
const REQUESTS_ENOUGH = 20;
const ERRORS_PERCENT_MAX = 1;
const LATENCY_MS_MAX = 3_000;
/** This is a number, since few requests have no meaningful percentage. */
const FAILURES_MAX = 5;
const FAILURES_PERIOD = Duration.minutes(15);

export class HttpApi extends Construct {
  readonly url: string;
  readonly id: string;
  readonly #api: Api;
  readonly #stage: CfnStage;

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id);
    const { stage } = props.deployment;
    const { corsOrigins, domain, mcp } = stage.api;
    const isOpen = corsOrigins.length > 0;
    this.#api = new Api(this, "Api", {
      apiName: `shelfwatch-${stage.name}`,
      description: "Shelfwatch",
      ...(isOpen ? { corsPreflight: corsPreflight(corsOrigins, mcp) } : {}),
      createDefaultStage: false,
      // Otherwise clients could bypass the domain and its protection.
      disableExecuteApiEndpoint: domain !== undefined,
      defaultIntegration: new HttpLambdaIntegration("Fallback", props.fallback.lambda),
    });
    // With a default route for every method, the gateway passes preflights on instead of responding to them.
    if (isOpen) this.addRoute({ method: HttpMethod.OPTIONS, path: "/{proxy+}", target: props.fallback });
    const accessLog = new LogGroup(this, "AccessLog", logRetention(stage));
    const served = new HttpStage(this, "Stage", {
      httpApi: this.#api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: stage.api.throttle.rate, burstLimit: stage.api.throttle.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
      ...(domain ? { domainMapping: { domainName: this.#createDomain(domain) } } : {}),
    });
    // The default child of an HttpStage is a CfnStage; the type of the property does not say so.
    this.#stage = served.node.defaultChild as CfnStage;
    this.url = domain ? `https://${domain.name}` : this.#api.apiEndpoint;
    this.id = this.#api.apiId;
    this.#addAlarms(props.deployment);
    new SlowRequests(this, "Slow", { ...props, accessLog, requests: this.#api.metricCount() });
    new RunbookQueries(this, "Queries", { deployment: props.deployment, source: "access", logGroups: [accessLog] });
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
    new ServiceAlarm(this, "FailuresAlarm", {
      deployment,
      says: `${FAILURES_MAX} requests have failed within a quarter of an hour.`,
      runbook: "Failed requests",
      metric: this.#api.metricServerError({ ...sum, period: FAILURES_PERIOD }),
      threshold: FAILURES_MAX,
    });
    new ServiceAlarm(this, "LatencyAlarm", {
      deployment,
      says: `Half of the API's responses take longer than ${LATENCY_MS_MAX / 1_000} seconds.`,
      runbook: "API latency",
      // If there are few requests, a few searches, which wait for a store, are half of them.
      metric: new MathExpression({
        expression: `IF(all >= ${REQUESTS_ENOUGH}, latency, 0)`,
        usingMetrics: {
          all: this.#api.metricCount(sum),
          latency: this.#api.metricLatency({ period: ALARM_PERIOD, statistic: "p50" }),
        },
        label: "Latency",
        period: ALARM_PERIOD,
      }),
      threshold: LATENCY_MS_MAX,
      periods: 3,
    });
  }

  addRoute({ method, path, target, throttle }: ApiRoute) {
    const routes = this.#api.addRoutes({
      path,
      methods: [method],
      integration: new HttpLambdaIntegration("Integration", target.referenceIn(this, `${method} ${path}`)),
      authorizer: new HttpNoneAuthorizer(),
    });
    for (const { node } of routes) {
      // A route switches to another function only when it may call that function.
      node.findChild("Integration").node.addDependency(node.findChild("Integration-Permission"));
      // The default child of an HttpRoute is a CfnRoute; the type of the property does not say so.
      if (throttle) this.#limit(node.defaultChild as CfnRoute, throttle);
    }
  }

  /** A stage rejects the settings of a route that does not exist yet. */
  #limit(route: CfnRoute, { rate, burst }: Throttle): void {
    const settings = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst };
    this.#stage.routeSettings = { ...this.#stage.routeSettings, [route.routeKey]: settings };
    this.#stage.addResourceDependency(route);
  }

  #createDomain({ name, certificateArn }: DomainSettings): DomainName {
    const domain = new DomainName(this, "Domain", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
    });
    new CfnOutput(this, "DomainTarget", {
      description: `What the DNS record of ${name} points to`,
      value: domain.regionalDomainName,
    });
    return domain;
  }
}
