import { sql } from "drizzle-orm";
import * as z from "zod";

import { failureReasonSchema } from "../../lib/domain/failed-item.ts";
import { syncPhaseSchema, syncStates } from "../../lib/domain/sync-phase.ts";
import type { Db } from "../client.ts";
import { coolDownEnd } from "./cool-down.ts";

const storedInstant = z.string().transform((value) => new Date(value));

const syncStatusSchema = z.object({
  appId: z.int(),
  runId: z.uuid(),
  status: z.enum(syncStates),
  currentStep: syncPhaseSchema.nullable(),
  progressDone: z.int(),
  progressTotal: z.int(),
  errorMessage: z.string().nullable(),
  /** When a run that waits for the cool-down of the one before begins; null for any other. */
  startsAt: storedInstant.nullable(),
  startedAt: storedInstant.nullable(),
  completedAt: storedInstant.nullable(),
  nextRetryAt: storedInstant.nullable(),
  failedItems: z.array(
    z.object({
      phase: z.enum(["listings", "metrics"]),
      countryCode: z.string(),
      locale: z.string().nullable(),
      reason: failureReasonSchema,
      attempts: z.int(),
      lastAttemptedAt: storedInstant,
      nextRetryAt: storedInstant.nullable(),
      permanent: z.boolean(),
    }),
  ),
});
export type SyncStatusRow = z.infer<typeof syncStatusSchema>;

/** More items than a run can have. */
const FAILED_ITEMS_READ_MAX = 500;

export async function findSyncStatus(
  db: Db,
  { appId, now }: { readonly appId: number; readonly now: Date },
): Promise<SyncStatusRow | undefined> {
  const rows = await db.execute<{ status: unknown }>(sql`
    SELECT jsonb_build_object(
      'appId', app_id, 'runId', run_id, 'status', status, 'currentStep', current_step,
      'progressDone', progress_done, 'progressTotal', progress_total, 'errorMessage', error_message,
      'startsAt', CASE WHEN status = 'queued' THEN ${coolDownEnd(now)} END,
      'startedAt', started_at, 'completedAt', completed_at, 'nextRetryAt', next_retry_at,
      'failedItems', coalesce((
        SELECT jsonb_agg(jsonb_build_object('phase', f.phase, 'countryCode', f.country_code, 'locale', f.locale,
          'reason', f.reason, 'attempts', f.attempts, 'lastAttemptedAt', f.last_attempted_at,
          'nextRetryAt', f.next_attempt_at, 'permanent', f.permanent) ORDER BY f.phase, f.country_code, f.locale, f.id)
        FROM (SELECT * FROM sync_failed_items i WHERE i.app_id = sync_statuses.app_id ORDER BY i.id LIMIT ${FAILED_ITEMS_READ_MAX}) f
      ), '[]')
    ) AS status
    FROM sync_statuses WHERE app_id = ${appId}`);
  const [row] = rows;
  return row === undefined ? undefined : syncStatusSchema.parse(row.status);
}
