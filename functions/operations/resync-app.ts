import { randomUUID } from "node:crypto";

import { countries } from "../../db/seeds/countries.ts";
import { operation } from "../../lib/operations/operation.ts";
import { resyncApp, resyncAppEvent } from "../../lib/operations/resync-app.ts";
import { createSyncQueues } from "../../lib/queues/work-queues.ts";
import { systemClock } from "../../lib/runtime/clock.ts";
import { connectDatabase } from "../../lib/runtime/database.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { createLogger } from "../../lib/runtime/log.ts";
import { once } from "../../lib/runtime/once.ts";
import { resyncEnvironment } from "../../lib/runtime/operations-environment.ts";
import { sqsClient } from "../../lib/runtime/sqs-client.ts";

const dependencies = once(() => {
  const environment = parseEnvironment(resyncEnvironment);
  const on_demand = {
    ios: environment.SYNC_ON_DEMAND_IOS_QUEUE_URL,
    android: environment.SYNC_ON_DEMAND_ANDROID_QUEUE_URL,
  };
  return {
    db: connectDatabase(environment).db,
    queues: createSyncQueues(sqsClient, { on_demand }),
    newId: randomUUID,
    now: systemClock(environment.CLOCK_OFFSET_MS),
    countries,
    log: createLogger(environment),
  };
});

/** `{"platform": "ios", "external_id": "310633997"}` */
export const handler = operation(resyncAppEvent, dependencies, resyncApp);
