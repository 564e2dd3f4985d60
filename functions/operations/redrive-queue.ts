import { SQSClient } from "@aws-sdk/client-sqs";

import { operation } from "../../lib/operations/operation.ts";
import { redriveQueue, redriveQueueEvent } from "../../lib/operations/redrive-queue.ts";
import { lazy } from "../../lib/runtime/lazy.ts";
import { parseEnvironment } from "../../lib/wiring/environment.ts";
import { redriveEnvironment } from "../../lib/wiring/watching-environment.ts";

const dependencies = lazy(() => ({
  sqs: new SQSClient(),
  deadLetterArns: parseEnvironment(redriveEnvironment()).DEAD_LETTER_ARNS,
}));

export const handler = operation(redriveQueueEvent, dependencies, redriveQueue);
