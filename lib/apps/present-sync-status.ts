import type * as z from "zod";

import type { SyncStatusRow } from "../../db/queries/sync-statuses.ts";
import { presentOptionalUnixTime, presentUnixTime } from "../http/response-schemas.ts";
import type { syncStatusResponse } from "./sync-status-response.ts";

type SyncStatus = z.input<typeof syncStatusResponse>;

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

/** How long the run took, or has been taking until now. */
function elapsedMs(status: SyncStatusRow, now: Date): number | null {
  if (status.startedAt === null) return null;
  const end = status.completedAt ?? now.getTime() / 1000;
  return Math.max(0, Math.round((end - status.startedAt) * 1000));
}
