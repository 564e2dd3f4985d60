import * as z from "zod";

import { findAppReference } from "../../db/queries/apps/tracked-apps.ts";
import { externalAppIdSchema, platformSchema } from "../domain/platform.ts";
import { type StartSyncDependencies, startSync } from "../sync/start-sync.ts";
import { OperationRejected } from "./operation.ts";

export const resyncAppEvent = z.strictObject({ platform: platformSchema(), external_id: externalAppIdSchema() });

/** Syncs an app now, even if its last sync is recent. A current sync continues instead. */
export async function resyncApp(
  deps: Omit<StartSyncDependencies, "correlationId">,
  { platform, external_id: externalId }: z.output<typeof resyncAppEvent>,
) {
  const app = await findAppReference(deps.db, { platform, externalId });
  if (app === undefined) throw new OperationRejected(`The service knows no ${platform} app ${externalId}.`);

  const sync = await startSync(
    { ...deps, correlationId: `resync-${deps.newId()}` },
    { appId: app.id, platform, userId: null, isCounted: false, ignoresCoolDown: true },
  );
  return { platform, external_id: externalId, sync };
}
