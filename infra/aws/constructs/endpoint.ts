import { Duration } from "aws-cdk-lib";
import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { Construct } from "constructs";
import type * as z from "zod";

import type { EndpointDefinition } from "../../../functions/endpoints.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import {
  budgetEndpointEnvironment,
  chartEndpointEnvironment,
  endpointEnvironment,
  enqueueingEndpointEnvironment,
  sessionEndpointEnvironment,
  storeEndpointEnvironment,
} from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import type { StoreRouteSettings } from "../stage.ts";
import type { Database } from "./database.ts";
import type { HttpApi } from "./http-api.ts";
import { ServerFunction } from "./server-function.ts";
import { ServiceAlarm } from "./service-alarm.ts";
import type { StoreScraper } from "./store-scraper.ts";
import type { WorkQueue } from "./work-queue.ts";

const ALARM_PERIOD = Duration.minutes(10);
const DATABASE_SECONDS_MAX = 3;
/** A live request gives up its store after 20 seconds. */
const STORE_SECONDS_MAX = 15;

/** The resources that an endpoint may be granted. */
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

/** One operation of the API: its route and its function, with exactly the rights that it needs. */
export class Endpoint extends Construct {
  constructor(scope: Construct, id: string, props: EndpointProps) {
    super(scope, id);
    const { contract } = props.row;
    const target = this.#createFunction(props);
    props.backends.database.grantConnectTo(target);
    this.#alarmOnLatency(props, target);
    props.api.addRoute({
      method: HttpMethod[contract.method],
      path: `${props.pathPrefix}${contract.path}`,
      target,
      throttle: limitsOf(props)?.throttle,
    });
  }

  /** Each route has a function, whose duration costs nothing, unlike the gateway's latency by route. */
  #alarmOnLatency({ deployment, row }: EndpointProps, { lambda }: ServerFunction<z.ZodObject>): void {
    const seconds = row.needs === "stores" ? STORE_SECONDS_MAX : DATABASE_SECONDS_MAX;
    new ServiceAlarm(this, "LatencyAlarm", {
      deployment,
      says: `A tenth of the requests to ${row.contract.operation} take longer than ${seconds} seconds.`,
      runbook: "Slow routes",
      subject: row.contract.operation,
      metric: lambda.metricDuration({ period: ALARM_PERIOD, statistic: "p90" }),
      threshold: seconds * 1_000,
      periods: 3,
    });
  }

  #createFunction(props: EndpointProps): ServerFunction<z.ZodObject> {
    const { deployment, row, backends } = props;
    const { database, onDemandQueues, chartQueues, scrapers } = backends;
    const { api, charts, session, stores, sync } = deployment.stage;
    const shared = {
      deployment,
      entry: row.entry,
      description: `${row.contract.method} ${props.pathPrefix}${row.contract.path}`,
      memoryMb: row.memory === "compute" ? api.computeMemoryMb : api.memoryMb,
      timeoutSeconds: api.timeoutSeconds,
      reservedConcurrency: limitsOf(props)?.reservedConcurrency ?? api.reservedConcurrency,
      network: database.network,
    };
    const environment = { ...database.environment(), API_SETTINGS: api };

    switch (row.needs) {
      case "database":
        return new ServerFunction(this, "Handler", { ...shared, schema: endpointEnvironment(), environment });
      case "budgets":
        return new ServerFunction(this, "Handler", {
          ...shared,
          schema: budgetEndpointEnvironment(),
          environment: { ...environment, STORE_SETTINGS: stores },
        });
      case "sessions":
        return new ServerFunction(this, "Handler", {
          ...shared,
          schema: sessionEndpointEnvironment(),
          environment: { ...environment, SESSION_SETTINGS: session },
        });
      case "on_demand_queues": {
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: enqueueingEndpointEnvironment(),
          environment: {
            ...environment,
            SYNC_ON_DEMAND_IOS_QUEUE_URL: onDemandQueues.ios.queue.queueUrl,
            SYNC_ON_DEMAND_ANDROID_QUEUE_URL: onDemandQueues.android.queue.queueUrl,
            SYNC_SETTINGS: sync,
            STORE_SETTINGS: stores,
          },
        });
        grantSend(handler, onDemandQueues);
        return handler;
      }
      case "chart_queues": {
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: chartEndpointEnvironment(),
          environment: {
            ...environment,
            CHARTS_IOS_QUEUE_URL: chartQueues.ios.queue.queueUrl,
            CHARTS_ANDROID_QUEUE_URL: chartQueues.android.queue.queueUrl,
            CHART_SETTINGS: charts,
          },
        });
        grantSend(handler, chartQueues);
        return handler;
      }
      case "stores": {
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: storeEndpointEnvironment(),
          environment: {
            ...environment,
            SCRAPER_IOS_URL: scrapers.ios.url,
            SCRAPER_ANDROID_URL: scrapers.android.url,
            STORE_SETTINGS: stores,
          },
        });
        for (const scraper of Object.values(scrapers)) scraper.grantCallTo(handler);
        return handler;
      }
    }
  }
}

/** Returns the limits of an endpoint whose client waits for a store. */
function limitsOf({ deployment, row }: EndpointProps): StoreRouteSettings | undefined {
  return row.needs === "stores" ? deployment.stage.api.storeRoutes : undefined;
}

function grantSend({ lambda }: ServerFunction<z.ZodObject>, queues: Readonly<Record<Platform, WorkQueue>>): void {
  for (const { queue } of Object.values(queues)) queue.grantSendMessages(lambda).assertSuccess();
}
