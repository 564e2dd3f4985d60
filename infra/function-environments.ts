import { endpointEnvironment } from "../lib/runtime/environment.ts";

/** Variables of the function that answers unknown routes: it uses nothing but the log. */
export const fallbackEnvironment = endpointEnvironment.pick({ STAGE: true, LOG_LEVEL: true });
