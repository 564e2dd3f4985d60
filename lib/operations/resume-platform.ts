import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { resumePlatform as endPause } from "../../db/queries/platform-pauses.ts";
import { platformSchema } from "../domain/platform.ts";

export const resumePlatformEvent = z.strictObject({ platform: platformSchema });

/** Lets the service ask a store again. What has waited is sent by the sweepers, a sweep's share at a time. */
export async function resumePlatform(deps: { readonly db: Db }, { platform }: z.output<typeof resumePlatformEvent>) {
  const pause = await endPause(deps.db, platform);
  return { platform, paused_since: pause ? new Date(pause.pausedAt * 1000).toISOString() : null };
}
