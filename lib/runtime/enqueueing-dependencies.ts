import { randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import type { RefreshStaleAppDependencies } from "../apps/refresh-stale-app.ts";
import { createSyncQueues } from "../queues/work-queues.ts";
import { buildEndpointDependencies, type EndpointDependencies } from "./endpoint-dependencies.ts";
import { enqueueingEndpointEnvironment } from "./endpoint-environment.ts";
import { parseEnvironment } from "./environment.ts";
import { once } from "./once.ts";
import { sqsClient } from "./sqs-client.ts";

/** What endpoints that may start a sync need besides. */
export const enqueueingDependencies = once(
  (): EndpointDependencies & Omit<RefreshStaleAppDependencies, "correlationId"> => {
    const environment = parseEnvironment(enqueueingEndpointEnvironment);
    return {
      ...buildEndpointDependencies(environment),
      queues: createSyncQueues(sqsClient, {
        on_demand: {
          ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
          android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
        },
      }),
      newId: randomUUID,
      countries,
      refreshHours: environment.REFRESH_HOURS,
    };
  },
);
