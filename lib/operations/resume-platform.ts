import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { resumePlatform as endPause } from "../../db/queries/budgets/platform-pauses.ts";
import { platformSchema } from "../domain/platform.ts";

export const resumePlatformEvent = z.strictObject({ platform: platformSchema() });

/** Allows requests to a store again. The schedules send waiting work, a batch per tick. */
export async function resumePlatform(deps: { readonly db: Db }, { platform }: z.output<typeof resumePlatformEvent>) {
  const pause = await endPause(deps.db, { platform });
  return { platform, paused_since: pause ? new Date(pause.paused_at * 1000).toISOString() : null };
}
