import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";

import { dashboardRoutes } from "../../../functions/endpoints.ts";
import { dashboardPageEnvironment } from "../../../lib/wiring/environment.ts";
import type { HttpApi } from "../constructs/http-api.ts";
import { StaticPage } from "../constructs/static-page.ts";
import type { Deployment } from "../deployment.ts";
import { entries } from "../entries.ts";

export type DashboardStackProps = StackProps & { readonly deployment: Deployment; readonly api: HttpApi };

export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, props: DashboardStackProps) {
    super(scope, id, props);
    const { deployment, api } = props;
    const { stage, openPictures } = deployment;
    new StaticPage(this, "Dashboard", {
      deployment,
      api,
      entry: entries.showDashboardPage,
      name: "show-dashboard-page",
      routes: dashboardRoutes,
      schema: dashboardPageEnvironment(),
      environment: {
        DASHBOARD_SETTINGS: stage.dashboard,
        API_SETTINGS: stage.api,
        OPEN_PICTURES: openPictures,
        OAUTH: stage.api.oauth === "off" ? "off" : "on",
        EMAIL: stage.email === "off" ? "off" : "on",
      },
    });
  }
}
