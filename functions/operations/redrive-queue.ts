import { operation } from "../../lib/operations/operation.ts";
import { redriveQueue, redriveQueueEvent } from "../../lib/operations/redrive-queue.ts";
import { redriveDependencies } from "../../lib/runtime/operations.ts";

/** `{"queue": "sync-tracked-ios"}` */
export const handler = operation(redriveQueueEvent, redriveDependencies, redriveQueue);
