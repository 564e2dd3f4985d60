import { Duration } from "aws-cdk-lib";
import { CorsHttpMethod, type CorsPreflightOptions } from "aws-cdk-lib/aws-apigatewayv2";

import type { Stage } from "../stage.ts";

const CORS_MAX_AGE = Duration.hours(1);
/** Clients of the Model Context Protocol send these headers. */
const MCP_HEADERS = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];

/** Credentials stay off, since tokens are sent in a header, never in a cookie. */
export function corsPreflight(allowOrigins: readonly string[], mcp: Stage["api"]["mcp"]): CorsPreflightOptions {
  const { GET, POST, PUT, PATCH, DELETE } = CorsHttpMethod;
  return {
    allowOrigins: [...allowOrigins],
    allowMethods: [GET, POST, PUT, PATCH, DELETE],
    allowHeaders: ["Authorization", "Content-Type", "If-None-Match", ...(mcp === "off" ? [] : MCP_HEADERS)],
    exposeHeaders: [
      ...["ETag", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"],
      ...(mcp === "off" ? [] : ["WWW-Authenticate"]),
    ],
    maxAge: CORS_MAX_AGE,
  };
}
