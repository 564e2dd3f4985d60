import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { createDashboardPage } from "../../lib/http/dashboard-page.ts";
import { createFallback } from "../../lib/http/fallback.ts";
import { lazy } from "../../lib/runtime/lazy.ts";
import { dashboardPageEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import { dashboardRoutes } from "../endpoints.ts";
import { page } from "./page-assets.ts";

const servePage = lazy(() => {
  const { API_SETTINGS, DASHBOARD_SETTINGS, EMAIL, OAUTH, OPEN_PICTURES } = parseEnvironment(
    dashboardPageEnvironment(),
  );
  const respondToUnknown = createFallback(dashboardRoutes);
  return createDashboardPage(page, {
    ...API_SETTINGS,
    ...DASHBOARD_SETTINGS,
    pictures: OPEN_PICTURES,
    email: EMAIL,
    oauth: OAUTH,
    respondToUnknown,
  });
});

export const handler = (event: APIGatewayProxyEventV2) => servePage()(event);
