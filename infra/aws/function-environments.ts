import { endpointEnvironment } from "../../lib/runtime/endpoint-environment.ts";
import { documentationSetting } from "../../lib/runtime/environment.ts";

/** Variables of the function that serves the documentation page. */
export const documentationPageEnvironment = endpointEnvironment.pick({ STAGE: true, LOG_LEVEL: true });

/** Variables of the function that responds to unknown routes. */
export const fallbackEnvironment = documentationPageEnvironment.extend(documentationSetting.shape);
