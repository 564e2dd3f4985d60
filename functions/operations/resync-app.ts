import { operation } from "../../lib/operations/operation.ts";
import { resyncApp, resyncAppEvent } from "../../lib/operations/resync-app.ts";
import { resyncDependencies } from "../../lib/wiring/deployed-operations.ts";

export const handler = operation(resyncAppEvent, resyncDependencies, resyncApp);
