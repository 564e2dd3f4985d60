import * as z from "zod";

import { type FoundResource, keyOf, ofType, type Reader } from "./hosted-resources.ts";
import { type CorsConfiguration, type HostedRoute, type Throttle, type Throttles, unthrottled } from "./model.ts";
import type { MayInvoke } from "./policies.ts";
import { LOCAL_ACCOUNT, LOCAL_REGION } from "./resource-names.ts";

const routeProperties = z.object({
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.literal("NONE").optional(),
});
const integrationProperties = z.object({
  IntegrationType: z.literal("AWS_PROXY").optional(),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: z.number().default(30_000),
});

/** The source of a request is `<api>/<stage>/<method><path>`, as in API Gateway's execute-api ARNs. */
export function readRoutes(
  resources: readonly FoundResource[],
  read: Reader,
  mayInvoke: MayInvoke,
): readonly HostedRoute[] {
  const integrations = ofType(resources, "AWS::ApiGatewayV2::Integration");
  const [api] = ofType(resources, "AWS::ApiGatewayV2::Api");
  const source = `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${api?.logicalId}/$default`;
  return ofType(resources, "AWS::ApiGatewayV2::Route").map((route) => {
    const { RouteKey, Target } = read(route, routeProperties);
    const target = integrations.find(
      ({ stack, logicalId }) => stack === route.stack && Target === `integrations/${logicalId}`,
    );
    if (!target) throw new Error(`Route ${RouteKey} has no integration`);
    const { IntegrationUri: functionArn, TimeoutInMillis } = read(target, integrationProperties);
    const sourceArn = `${source}/${RouteKey.replace(" ", "")}`;
    return {
      routeKey: RouteKey,
      functionArn,
      timeoutMs: TimeoutInMillis,
      isPermitted: mayInvoke({ functionArn, service: "apigateway.amazonaws.com", sourceArn }),
    };
  });
}

const names = z.array(z.string()).default([]);
const corsConfiguration = z.strictObject({
  AllowOrigins: names,
  AllowMethods: names,
  AllowHeaders: names,
  ExposeHeaders: names,
  MaxAge: z.number().default(0),
});

/** Rejects other protocols, and CORS properties that this host does not support. */
const apiProperties = z.object({
  ProtocolType: z.literal("HTTP"),
  CorsConfiguration: corsConfiguration.optional(),
});

export function readCors(resources: readonly FoundResource[], read: Reader): CorsConfiguration | undefined {
  return ofType(resources, "AWS::ApiGatewayV2::Api").map((found) => read(found, apiProperties).CorsConfiguration)[0];
}

/** Detailed metrics have no effect here. */
const routeSettings = z.strictObject({
  ThrottlingRateLimit: z.number().optional(),
  ThrottlingBurstLimit: z.number().optional(),
  DetailedMetricsEnabled: z.boolean().optional(),
});
const stageProperties = z.object({
  StageName: z.literal("$default"),
  AutoDeploy: z.literal(true),
  DefaultRouteSettings: routeSettings.default({}),
  RouteSettings: z.record(z.string(), routeSettings).default({}),
});

export function readThrottles(resources: readonly FoundResource[], read: Reader): Throttles {
  const [stage, ...others] = ofType(resources, "AWS::ApiGatewayV2::Stage");
  if (others[0]) throw new Error(`The local host runs one stage of an API, and not ${keyOf(others[0])}`);
  if (!stage) return unthrottled;
  const { DefaultRouteSettings, RouteSettings } = read(stage, stageProperties);
  const own = Object.entries(RouteSettings).map(([routeKey, settings]) => [routeKey, throttleOf(settings)] as const);
  const ofRoutes = own.flatMap(([routeKey, throttle]) => (throttle ? [[routeKey, throttle] as const] : []));
  return { ofStage: throttleOf(DefaultRouteSettings), ofRoutes: new Map(ofRoutes) };
}

function throttleOf(settings: z.infer<typeof routeSettings>): Throttle | undefined {
  const { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst } = settings;
  return perSecond === undefined || burst === undefined ? undefined : { perSecond, burst };
}
