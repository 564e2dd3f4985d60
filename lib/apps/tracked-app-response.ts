import * as z from "zod";

import { syncPhaseSchema, syncStates } from "../domain/sync-phase.ts";
import { timestamp } from "../domain/timestamp.ts";
import { appFields } from "../responses/app-response.ts";
import { lazy } from "../runtime/lazy.ts";
import { appTrendsResponse } from "./app-trends-response.ts";

const syncOfApp = () =>
  z.object({
    status: z.enum(syncStates).nullable().meta({ description: "Null if the app was never synced." }),
    current_step: syncPhaseSchema().nullable(),
    progress: z.object({ done: z.int(), total: z.int() }),
    error_message: z.string().nullable(),
    completed_at: timestamp().nullable(),
    next_retry_at: timestamp().nullable(),
  });

export const trackedAppResponse = lazy(() =>
  z
    .object({
      ...appFields(),
      sync_status: syncOfApp().meta({
        description: "Status of the app's last sync. `sync-status` lists its failed items.",
      }),
      trends: appTrendsResponse().optional(),
    })
    .meta({ id: "TrackedApp" }),
);
