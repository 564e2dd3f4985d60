import { createFallback } from "../../lib/http/fallback.ts";
import { fallbackEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import {
  dashboardRoutes,
  documentationPageRoutes,
  endpoints,
  feedEndpoints,
  linkEndpoints,
  sessionEndpoints,
} from "../endpoints.ts";

const { DOCUMENTATION, DASHBOARD } = parseEnvironment(fallbackEnvironment());
const isDocumented = DOCUMENTATION === "on";
const hasDashboard = DASHBOARD === "on";

export const handler = createFallback([
  ...[...endpoints, ...feedEndpoints, ...linkEndpoints].map(({ contract }) => contract),
  ...(isDocumented ? documentationPageRoutes : []),
  ...(hasDashboard ? dashboardRoutes : []),
  ...(isDocumented || hasDashboard ? sessionEndpoints.map(({ contract }) => contract) : []),
]);
