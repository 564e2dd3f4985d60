import { randomUUID } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";

import type { RegisterAppDependencies } from "../apps/register-app.ts";
import { createSyncQueues } from "../queues/sync-queues.ts";
import { buildEndpointDependencies, type EndpointDependencies } from "./endpoint-dependencies.ts";
import { enqueueingEndpointEnvironment, parseEnvironment } from "./environment.ts";
import { once } from "./once.ts";

/** What endpoints that may start a sync need besides. */
export const enqueueingDependencies = once((): EndpointDependencies & RegisterAppDependencies => {
  const environment = parseEnvironment(enqueueingEndpointEnvironment);
  return {
    ...buildEndpointDependencies(environment),
    queues: createSyncQueues(new SQSClient(), {
      on_demand: {
        ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
        android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
      },
    }),
    newId: randomUUID,
    refreshHours: environment.REFRESH_HOURS,
  };
});
