import { createFallback } from "../../lib/http/fallback.ts";
import { fallbackEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import {
  dashboardRoutes,
  documentationPageRoutes,
  endpoints,
  feedEndpoints,
  linkEndpoints,
  mcpRoutes,
  sessionEndpoints,
} from "../endpoints.ts";

const { DOCUMENTATION, DASHBOARD, MCP } = parseEnvironment(fallbackEnvironment());
const isDocumented = DOCUMENTATION === "on";
const hasDashboard = DASHBOARD === "on";

export const handler = createFallback([
  ...[...endpoints, ...feedEndpoints, ...linkEndpoints].map(({ contract }) => contract),
  ...(isDocumented ? documentationPageRoutes : []),
  ...(hasDashboard ? dashboardRoutes : []),
  ...(MCP === "on" ? mcpRoutes : []),
  ...(isDocumented || hasDashboard ? sessionEndpoints.map(({ contract }) => contract) : []),
]);
