import * as z from "zod";

import { endpointEnvironment, maintenanceEnvironment } from "../lib/runtime/environment.ts";

/** Variables of the function that answers unknown routes: it uses nothing but the log. */
export const fallbackEnvironment = endpointEnvironment.pick({ STAGE: true, LOG_LEVEL: true });

/** The migration connects as the owner and sets the password of the application's role. */
export const migrationEnvironment = maintenanceEnvironment.extend({ APP_SECRET_ARN: z.string().min(1) });
