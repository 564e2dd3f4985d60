import { operation } from "../../lib/operations/operation.ts";
import { resyncApp, resyncAppEvent } from "../../lib/operations/resync-app.ts";
import { resyncDependencies } from "../../lib/wiring/deployed-operations.ts";

/** `{"platform": "ios", "external_id": "310633997"}` */
export const handler = operation(resyncAppEvent, resyncDependencies, resyncApp);
