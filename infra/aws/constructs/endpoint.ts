import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";
import type * as z from "zod";

import type { EndpointDefinition } from "../../../functions/endpoints.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import {
  chartEndpointEnvironment,
  endpointEnvironment,
  enqueueingEndpointEnvironment,
  storeEndpointEnvironment,
} from "../../../lib/runtime/endpoint-environment.ts";
import type { Deployment } from "../deployment.ts";
import type { Database } from "./database.ts";
import type { HttpApi } from "./http-api.ts";
import { ServerFunction } from "./server-function.ts";
import type { StoreScraper } from "./store-scraper.ts";
import type { WorkQueue } from "./work-queue.ts";

/** What an endpoint may be allowed to reach. */
export type EndpointBackends = {
  readonly database: Database;
  readonly onDemandQueues: Readonly<Record<Platform, WorkQueue>>;
  readonly chartQueues: Readonly<Record<Platform, WorkQueue>>;
  readonly scrapers: Readonly<Record<Platform, StoreScraper>>;
};

export type EndpointProps = {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly pathPrefix: string;
  readonly row: EndpointDefinition;
  readonly backends: EndpointBackends;
};

/** One operation of the API: its route, its function and the rights that it needs, no more. */
export class Endpoint extends Construct {
  constructor(scope: Construct, id: string, props: EndpointProps) {
    super(scope, id);
    const { contract } = props.row;
    const target = this.#createFunction(props);
    props.backends.database.grantConnectTo(target);
    props.api.addRoute({ method: HttpMethod[contract.method], path: `${props.pathPrefix}${contract.path}`, target });
  }

  #createFunction(props: EndpointProps): ServerFunction<z.ZodObject> {
    const { deployment, row, backends } = props;
    const { database, onDemandQueues, chartQueues, scrapers } = backends;
    const { api } = deployment.stage;
    const shared = {
      deployment,
      entry: row.entry,
      description: `${row.contract.method} ${props.pathPrefix}${row.contract.path}`,
      memoryMb: row.memory === "compute" ? api.computeMemoryMb : api.memoryMb,
      timeoutSeconds: api.timeoutSeconds,
      reservedConcurrency: api.reservedConcurrency,
      network: database.network,
    };
    const environment = { ...database.environment(), RATE_LIMIT_PER_MINUTE: api.rateLimitPerMinute };

    switch (row.needs) {
      case "database":
        return new ServerFunction(this, "Handler", { ...shared, schema: endpointEnvironment, environment });
      case "on_demand_queues": {
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: enqueueingEndpointEnvironment,
          environment: {
            ...environment,
            SYNC_ON_DEMAND_IOS_QUEUE_URL: onDemandQueues.ios.queue.queueUrl,
            SYNC_ON_DEMAND_ANDROID_QUEUE_URL: onDemandQueues.android.queue.queueUrl,
            REFRESH_HOURS: deployment.stage.sync.refreshHours,
          },
        });
        grantSend(handler, onDemandQueues);
        return handler;
      }
      case "chart_queues": {
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: chartEndpointEnvironment,
          environment: {
            ...environment,
            CHARTS_IOS_QUEUE_URL: chartQueues.ios.queue.queueUrl,
            CHARTS_ANDROID_QUEUE_URL: chartQueues.android.queue.queueUrl,
            ...chartPaces(deployment),
            CHART_RESEND_SECONDS: deployment.stage.charts.resendSeconds,
            CHARTS_ASKED_PER_USER_AND_DAY: deployment.stage.charts.askedPerUserAndDay,
          },
        });
        grantSend(handler, chartQueues);
        return handler;
      }
      case "stores": {
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: storeEndpointEnvironment,
          environment: {
            ...environment,
            SCRAPER_IOS_URL: scrapers.ios.url,
            SCRAPER_ANDROID_URL: scrapers.android.url,
            ...chartPaces(deployment),
            ...storeBudgets(deployment),
          },
        });
        for (const scraper of Object.values(scrapers)) scraper.grantCallTo(handler);
        return handler;
      }
    }
  }
}

function chartPaces({ stage }: Deployment) {
  const { ios, android } = stage.charts.chartsPerMinute;
  return { CHARTS_PER_MINUTE_IOS: ios, CHARTS_PER_MINUTE_ANDROID: android };
}

function storeBudgets({ stage }: Deployment) {
  const { ios, android } = stage.sync.storeBudgets;
  return {
    STORE_BUDGET_RATE_IOS: ios.rate,
    STORE_BUDGET_CAPACITY_IOS: ios.capacity,
    STORE_BUDGET_RATE_ANDROID: android.rate,
    STORE_BUDGET_CAPACITY_ANDROID: android.capacity,
  };
}

function grantSend({ lambda }: ServerFunction<z.ZodObject>, queues: Readonly<Record<Platform, WorkQueue>>): void {
  for (const { queue } of Object.values(queues)) queue.grantSendMessages(lambda).assertSuccess();
}
