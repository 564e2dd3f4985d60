import * as z from "zod";

import { visitApi } from "../../lib/canary/visit-api.ts";
import { lazy } from "../../lib/runtime/lazy.ts";
import { canaryDependencies } from "../../lib/wiring/deployed-canary.ts";

/** A watched deployment visits every minute, which would use up the stores' budgets if it searched. */
const eventSchema = lazy(() => z.object({ searches: z.enum(["off"]).optional() }));

export async function handler(event: unknown): Promise<void> {
  await visitApi(canaryDependencies(), eventSchema().parse(event));
}
