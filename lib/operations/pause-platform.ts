import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { pausePlatform as savePause } from "../../db/queries/budgets/platform-pauses.ts";
import { platformSchema } from "../domain/platform.ts";

const REASON_LENGTH_MAX = 500;

export const pausePlatformEvent = z.strictObject({
  platform: platformSchema(),
  /** For other engineers; clients do not see it. */
  reason: z.string().trim().min(1).max(REASON_LENGTH_MAX),
});

/** Stops all requests to a store until it is resumed. Current deliveries end; the rest waits in the database. */
export async function pausePlatform(deps: { readonly db: Db }, input: z.output<typeof pausePlatformEvent>) {
  const { reason, paused_at } = await savePause(deps.db, input);
  return { platform: input.platform, reason, paused_at: new Date(paused_at * 1000).toISOString() };
}
