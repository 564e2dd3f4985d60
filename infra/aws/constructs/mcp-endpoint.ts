import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";

import { mcpRoutes } from "../../../functions/endpoints.ts";
import { mcpEnvironment } from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";
import type { Stage } from "../stage.ts";
import type { HttpApi } from "./http-api.ts";
import { endpointTracing, ServerFunction } from "./server-function.ts";

export type McpEndpointProps = {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly settings: Exclude<Stage["api"]["mcp"], "off">;
};

/**
 * Lets assistants use the API as tools, from a function outside the network that has only the token of its caller
 * (ADR 54). It is in the API's stack, whose address it calls.
 */
export class McpEndpoint extends Construct {
  constructor(scope: Construct, id: string, { deployment, api, settings }: McpEndpointProps) {
    super(scope, id);
    const { stage } = deployment;
    const target = new ServerFunction(this, "Handler", {
      deployment,
      entry: entries.serveMcp,
      description: mcpRoutes.map(({ method, prefix, path }) => `${method} ${prefix}${path}`).join(", "),
      schema: mcpEnvironment(),
      environment: {
        STAGE: stage.name,
        LOG_LEVEL: stage.logLevel,
        API_URL: api.url,
        ALLOWED_ORIGINS: stage.api.corsOrigins,
        OAUTH: stage.api.oauth === "off" ? "off" : "on",
        REQUESTS_PER_ADDRESS: settings.requestsPerAddress,
      },
      memoryMb: stage.api.memoryMb,
      timeoutSeconds: stage.api.timeoutSeconds,
      reservedConcurrency: stage.api.reservedConcurrency,
      tracing: endpointTracing(stage),
    });
    for (const { method, prefix, path } of mcpRoutes)
      api.addRoute({ method: HttpMethod[method], path: `${prefix}${path}`, target, throttle: settings.throttle });
  }
}
