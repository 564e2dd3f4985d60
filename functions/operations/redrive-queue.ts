import { SQSClient } from "@aws-sdk/client-sqs";

import { operation } from "../../lib/operations/operation.ts";
import { redriveQueue, redriveQueueEvent } from "../../lib/operations/redrive-queue.ts";
import { parseEnvironment } from "../../lib/runtime/environment.ts";
import { once } from "../../lib/runtime/once.ts";
import { redriveEnvironment } from "../../lib/runtime/operations-environment.ts";

const dependencies = once(() => ({
  sqs: new SQSClient(),
  deadLetterArns: parseEnvironment(redriveEnvironment).DEAD_LETTER_ARNS,
}));

/** `{"queue": "sync-tracked-ios"}` */
export const handler = operation(redriveQueueEvent, dependencies, redriveQueue);
