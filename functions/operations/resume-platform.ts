import { operation } from "../../lib/operations/operation.ts";
import { resumePlatform, resumePlatformEvent } from "../../lib/operations/resume-platform.ts";
import { operationDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(resumePlatformEvent, operationDependencies, resumePlatform);
