import { operation } from "../../lib/operations/operation.ts";
import { resumePlatform, resumePlatformEvent } from "../../lib/operations/resume-platform.ts";
import { operationsDependencies } from "../../lib/runtime/operations-dependencies.ts";

/** `{"platform": "ios"}` */
export const handler = operation(resumePlatformEvent, operationsDependencies, resumePlatform);
