import { operation } from "../../lib/operations/operation.ts";
import { pausePlatform, pausePlatformEvent } from "../../lib/operations/pause-platform.ts";
import { operationDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(pausePlatformEvent, operationDependencies, pausePlatform);
