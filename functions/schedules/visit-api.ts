import * as z from "zod";

import { visitApi } from "../../lib/canary/visit-api.ts";
import { lazy } from "../../lib/runtime/lazy.ts";
import { canaryDependencies } from "../../lib/wiring/deployed-canary.ts";

/** Of a schedule, or of a deployment that is watched, whose visits every minute must not use up the stores' budgets. */
const eventSchema = lazy(() => z.object({ searches: z.enum(["off"]).optional() }));

/** Uses the deployed API as a client does. */
export async function handler(event: unknown): Promise<void> {
  await visitApi(canaryDependencies(), eventSchema().parse(event));
}
