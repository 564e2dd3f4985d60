import * as z from "zod";

import type { TrackedApp } from "../../db/queries/apps/app-summaries.ts";
import { syncPhaseSchema, syncStates } from "../domain/sync-phase.ts";
import { presentOptionalUnixTime, timestamp } from "../domain/timestamp.ts";
import { appFields, presentApp } from "../responses/app-response.ts";
import { lazy } from "../runtime/lazy.ts";

const syncOfApp = () =>
  z.object({
    status: z.enum(syncStates).nullable().meta({ description: "null when the app was never synced." }),
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
      sync_status: syncOfApp().meta({ description: "Of the app's last sync. Its failed items are in `sync-status`." }),
    })
    .meta({ id: "TrackedApp" }),
);

const neverSynced = {
  status: null,
  current_step: null,
  progress: { done: 0, total: 0 },
  error_message: null,
  completed_at: null,
  next_retry_at: null,
} as const;

export function presentTrackedApp(app: TrackedApp): z.input<ReturnType<typeof trackedAppResponse>> {
  return { ...presentApp(app), sync_status: app.sync === null ? neverSynced : presentSync(app.sync) };
}

function presentSync(sync: NonNullable<TrackedApp["sync"]>) {
  return {
    status: sync.status,
    current_step: sync.currentStep,
    progress: { done: sync.progressDone, total: sync.progressTotal },
    error_message: sync.errorMessage,
    completed_at: presentOptionalUnixTime(sync.completedAt),
    next_retry_at: presentOptionalUnixTime(sync.nextRetryAt),
  };
}
