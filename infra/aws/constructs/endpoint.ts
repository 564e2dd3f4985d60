import { HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type * as z from "zod";

import type { EndpointDefinition } from "../../../functions/endpoints.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { chartQueueNames, syncQueueNames } from "../../../lib/queues/queue-names.ts";
import {
  budgetEndpointEnvironment,
  chartEndpointEnvironment,
  clientEndpointEnvironment,
  endpointEnvironment,
  enqueueingEndpointEnvironment,
  keywordEndpointEnvironment,
  keywordQueueEndpointEnvironment,
  oauthEndpointEnvironment,
  sessionEndpointEnvironment,
  storeEndpointEnvironment,
  webhookEndpointEnvironment,
} from "../../../lib/wiring/environment.ts";
import type { Deployment } from "../deployment.ts";
import { reservedForReadings } from "../document-readings.ts";
import { knownClients } from "../known-clients.ts";
import type { Throttle } from "../stage.ts";
import type { Database } from "./database.ts";
import { kebabCase } from "./function-name.ts";
import type { HttpApi } from "./http-api.ts";
import { endpointTracing, ServerFunction } from "./server-function.ts";
import { scraperByName } from "./store-scraper.ts";
import { senderByName } from "./webhooks.ts";
import { queueByName } from "./work-queue.ts";

export type EndpointProps = {
  readonly deployment: Deployment;
  readonly api: HttpApi;
  readonly pathPrefix: string;
  readonly row: EndpointDefinition;
  readonly database: Database;
};

export class Endpoint extends Construct {
  constructor(scope: Construct, id: string, props: EndpointProps) {
    super(scope, id);
    const { contract } = props.row;
    const target = this.#createFunction(props);
    props.database.grantConnectTo(target);
    props.api.addRoute({
      method: HttpMethod[contract.method],
      path: `${props.pathPrefix}${contract.path}`,
      target,
      throttle: limitsOf(props).throttle,
    });
  }

  #createFunction(props: EndpointProps): ServerFunction<z.ZodObject> {
    const { deployment, row, database } = props;
    const { api, charts, email, keywords, session, stores, sync, webhooks } = deployment.stage;
    const shared = {
      deployment,
      entry: row.entry,
      name: kebabCase(row.contract.operation),
      description: `${row.contract.method} ${props.pathPrefix}${row.contract.path}`,
      memoryMb: row.memory === "compute" ? api.computeMemoryMb : api.memoryMb,
      timeoutSeconds: api.timeoutSeconds,
      reservedConcurrency: limitsOf(props).reservedConcurrency ?? api.reservedConcurrency,
      network: database.network,
      tracing: endpointTracing(deployment.stage),
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
      case "keywords":
        return new ServerFunction(this, "Handler", {
          ...shared,
          schema: keywordEndpointEnvironment(),
          environment: { ...environment, KEYWORD_SETTINGS: keywords },
        });
      case "sessions":
        return new ServerFunction(this, "Handler", {
          ...shared,
          schema: sessionEndpointEnvironment(),
          environment: { ...environment, SESSION_SETTINGS: session },
        });
      case "webhooks":
        return new ServerFunction(this, "Handler", {
          ...shared,
          schema: webhookEndpointEnvironment(),
          environment: { ...environment, WEBHOOK_SETTINGS: webhooks, EMAIL: email === "off" ? "off" : "on" },
        });
      case "on_demand_queues": {
        const queues = queuesByName(this, syncQueueNames.on_demand);
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: enqueueingEndpointEnvironment(),
          environment: {
            ...environment,
            SYNC_ON_DEMAND_IOS_QUEUE_URL: queues.ios.queueUrl,
            SYNC_ON_DEMAND_ANDROID_QUEUE_URL: queues.android.queueUrl,
            SYNC_SETTINGS: sync,
            STORE_SETTINGS: stores,
          },
        });
        grantSend(handler, queues);
        return handler;
      }
      case "chart_queues": {
        const queues = queuesByName(this, chartQueueNames);
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: chartEndpointEnvironment(),
          environment: {
            ...environment,
            CHARTS_IOS_QUEUE_URL: queues.ios.queueUrl,
            CHARTS_ANDROID_QUEUE_URL: queues.android.queueUrl,
            CHART_SETTINGS: charts,
          },
        });
        grantSend(handler, queues);
        return handler;
      }
      case "keyword_queues": {
        const queues = queuesByName(this, chartQueueNames);
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: keywordQueueEndpointEnvironment(),
          environment: {
            ...environment,
            CHARTS_IOS_QUEUE_URL: queues.ios.queueUrl,
            CHARTS_ANDROID_QUEUE_URL: queues.android.queueUrl,
            CHART_SETTINGS: charts,
            KEYWORD_SETTINGS: keywords,
          },
        });
        grantSend(handler, queues);
        return handler;
      }
      case "oauth":
        return new ServerFunction(this, "Handler", {
          ...shared,
          schema: oauthEndpointEnvironment(),
          environment: { ...environment, OAUTH_SETTINGS: knownClients(deployment.stage) },
        });
      case "sender": {
        const sender = webhooks.delivery === "off" ? undefined : senderByName(this, deployment);
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: clientEndpointEnvironment(),
          environment: { ...environment, WEBHOOK_SENDER_URL: sender?.url },
        });
        sender?.grantCallTo(handler);
        return handler;
      }
      case "stores": {
        const ios = scraperByName(this, deployment, "ios");
        const android = scraperByName(this, deployment, "android");
        const handler = new ServerFunction(this, "Handler", {
          ...shared,
          schema: storeEndpointEnvironment(),
          environment: {
            ...environment,
            SCRAPER_IOS_URL: ios.url,
            SCRAPER_ANDROID_URL: android.url,
            STORE_SETTINGS: stores,
            KEYWORD_SETTINGS: keywords,
          },
        });
        for (const scraper of [ios, android]) scraper.grantCallTo(handler);
        return handler;
      }
    }
  }
}

type EndpointLimits = { readonly throttle?: Throttle; readonly reservedConcurrency?: number | undefined };

/** Endpoints whose clients wait for a store or for a document have limits of their own. */
function limitsOf({ deployment, row }: EndpointProps): EndpointLimits {
  const { api } = deployment.stage;
  if (row.needs === "stores") return api.storeRoutes ?? {};
  return row.needs === "sender" ? { reservedConcurrency: reservedForReadings(api) } : {};
}

function queuesByName(scope: Construct, names: Readonly<Record<Platform, string>>) {
  return { ios: queueByName(scope, names.ios), android: queueByName(scope, names.android) };
}

function grantSend({ lambda }: ServerFunction<z.ZodObject>, queues: Readonly<Record<Platform, IQueue>>): void {
  for (const queue of Object.values(queues)) queue.grantSendMessages(lambda).assertSuccess();
}
