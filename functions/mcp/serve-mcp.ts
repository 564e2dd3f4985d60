import { createAddressLimit } from "../../lib/mcp/address-limit.ts";
import { prompts } from "../../lib/mcp/prompts.ts";
import type { McpEvent } from "../../lib/mcp/reject-request.ts";
import { createMcp } from "../../lib/mcp/serve-mcp.ts";
import { lazy } from "../../lib/runtime/lazy.ts";
import { createLogger } from "../../lib/runtime/log.ts";
import { mcpEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import { tools } from "./generated/tools.ts";

const serve = lazy(() => {
  const environment = parseEnvironment(mcpEnvironment());
  return createMcp({
    tools,
    prompts,
    fetch,
    apiUrl: environment.API_URL,
    allowedOrigins: environment.ALLOWED_ORIGINS,
    authorization: environment.OAUTH === "on" ? "oauth" : "bearer",
    limit: createAddressLimit({ perMinute: environment.REQUESTS_PER_ADDRESS, now: Date.now }),
    log: createLogger(environment),
  });
});

export const handler = (event: McpEvent) => serve()(event);
