import * as z from "zod";

import type { SyncStatusRow } from "../../db/queries/sync-statuses.ts";
import { failureReasonSchema } from "../domain/failed-item.ts";
import { COOLDOWN_SECONDS } from "../domain/sync-pace.ts";
import { itemPhases, syncPhaseSchema, syncStates } from "../domain/sync-phase.ts";
import { presentOptionalUnixTime, presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const failedItemResponse = lazy(() =>
  z
    .object({
      phase: z.enum(itemPhases),
      country_code: z.string(),
      locale: z.string().nullable(),
      reason: failureReasonSchema(),
      attempts: z.int(),
      last_attempted_at: timestamp(),
      next_retry_at: timestamp().nullable(),
      permanent: z.boolean(),
    })
    .meta({ id: "FailedItem" }),
);

export const syncStatusResponse = lazy(() =>
  z
    .object({
      app_id: z.int(),
      status: z.enum(syncStates).nullable().meta({ description: "null when the app was never synced." }),
      current_step: syncPhaseSchema().nullable(),
      progress: z.object({ done: z.int(), total: z.int() }).meta({
        description:
          "Items of the whole sync: one for identity, one for each language, and one for each storefront's metrics.",
      }),
      failed_items: z.array(failedItemResponse()),
      failed_items_count: z.int(),
      error_message: z.string().nullable(),
      run_id: z.string().nullable(),
      starts_at: timestamp()
        .nullable()
        .meta({
          description: `When a queued run begins that waits until ${COOLDOWN_SECONDS / 60} minutes after the previous run completed; null for every other run.`,
        }),
      started_at: timestamp().nullable(),
      completed_at: timestamp().nullable(),
      next_retry_at: timestamp().nullable(),
      elapsed_ms: z.int().nullable(),
    })
    .meta({ id: "SyncStatus" }),
);

type SyncStatus = z.input<ReturnType<typeof syncStatusResponse>>;

export function presentSyncStatus(input: {
  readonly appId: number;
  readonly status: SyncStatusRow | undefined;
  readonly now: Date;
}): SyncStatus {
  const { appId, status, now } = input;
  if (status === undefined) return neverSynced(appId);
  return {
    app_id: appId,
    status: status.status,
    current_step: status.currentStep,
    progress: { done: status.progressDone, total: status.progressTotal },
    failed_items: status.failedItems.map((item) => ({
      phase: item.phase,
      country_code: item.countryCode,
      locale: item.locale,
      reason: item.reason,
      attempts: item.attempts,
      last_attempted_at: presentUnixTime(item.lastAttemptedAt),
      next_retry_at: presentOptionalUnixTime(item.nextRetryAt),
      permanent: item.permanent,
    })),
    failed_items_count: status.failedItems.length,
    error_message: status.errorMessage,
    run_id: status.runId,
    starts_at: presentOptionalUnixTime(status.startsAt),
    started_at: presentOptionalUnixTime(status.startedAt),
    completed_at: presentOptionalUnixTime(status.completedAt),
    next_retry_at: presentOptionalUnixTime(status.nextRetryAt),
    elapsed_ms: elapsedMs(status, now),
  };
}

function neverSynced(appId: number): SyncStatus {
  return {
    app_id: appId,
    status: null,
    current_step: null,
    progress: { done: 0, total: 0 },
    failed_items: [],
    failed_items_count: 0,
    error_message: null,
    run_id: null,
    starts_at: null,
    started_at: null,
    completed_at: null,
    next_retry_at: null,
    elapsed_ms: null,
  };
}

/** Returns how long the run took, or has taken until now. */
function elapsedMs(status: SyncStatusRow, now: Date): number | null {
  if (status.startedAt === null) return null;
  const end = status.completedAt ?? now.getTime() / 1000;
  return Math.max(0, Math.round((end - status.startedAt) * 1000));
}
