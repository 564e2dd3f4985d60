import { createFallback } from "../../lib/http/fallback.ts";
import { fallbackEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import {
  consentEndpoints,
  dashboardRoutes,
  documentationPageRoutes,
  endpoints,
  feedEndpoints,
  linkEndpoints,
  mcpRoutes,
  oauthEndpoints,
  sessionEndpoints,
} from "../endpoints.ts";

const { DOCUMENTATION, DASHBOARD, MCP, OAUTH } = parseEnvironment(fallbackEnvironment());
const isDocumented = DOCUMENTATION === "on";
const hasDashboard = DASHBOARD === "on";

export const handler = createFallback([
  ...[...endpoints, ...feedEndpoints, ...linkEndpoints].map(({ contract }) => contract),
  ...(isDocumented ? documentationPageRoutes : []),
  ...(hasDashboard ? dashboardRoutes : []),
  ...(MCP === "on" ? mcpRoutes : []),
  ...(isDocumented || hasDashboard ? sessionEndpoints.map(({ contract }) => contract) : []),
  ...(OAUTH === "on" ? [...oauthEndpoints, ...consentEndpoints].map(({ contract }) => contract) : []),
]);
