import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { GLOBAL_COUNTRY } from "../../lib/domain/country.ts";
import { failureReasonSchema } from "../../lib/domain/failed-item.ts";
import { type Platform, platformSchema } from "../../lib/domain/platform.ts";
import { type SyncPhase, syncPurposeSchema } from "../../lib/domain/sync-phase.ts";
import { type Db, statement } from "../statement.ts";
import { isNotPaused } from "./platform-pauses.ts";

const storedInstant = z.string().transform((value) => new Date(value));

const claimedRunSchema = z.object({
  appId: z.int(),
  platform: platformSchema,
  externalId: z.string(),
  originCountry: z.string(),
  purpose: syncPurposeSchema,
  attempt: z.int(),
  startedAt: storedInstant,
  identityCountry: z.string().nullable(),
  completedItems: z.array(z.string()),
  /** Storefronts that responded empty_response when they were last asked. */
  unavailable: z.array(z.object({ country: z.string(), observedAt: storedInstant })),
  /** Failed items whose time has come; only the reconciling phase asks for them. */
  dueItems: z.array(
    z.object({
      phase: z.enum(["listings", "metrics"]),
      country: z.string(),
      locale: z.string().nullable(),
      reason: failureReasonSchema,
      attempts: z.int(),
    }),
  ),
});
export type ClaimedRun = z.infer<typeof claimedRunSchema>;

export const DUE_ITEMS_MAX = 500;

type Claim = {
  readonly appId: number;
  /** Of the queue: a message that names another app's platform must not ask the wrong store. */
  readonly platform: Platform;
  readonly runId: string;
  readonly phase: SyncPhase;
  readonly leaseToken: string;
  readonly leaseSeconds: number;
  readonly now: Date;
};

/**
 * Takes the lease of a run that stands at this phase, and reads all that the phase plans with. Returns undefined when
 * the run is not current, stands elsewhere, must wait or is held by somebody else, or when its platform is paused.
 */
export async function claimRun(db: Db, claim: Claim): Promise<ClaimedRun | undefined> {
  const [row] = await takeLease(db, claim);
  return row?.run;
}

const takeLease = statement({
  name: "claim_run",
  effect: "writes",
  row: () => z.object({ run: claimedRunSchema }),
  build: leaseOf,
});

function leaseOf(claim: Claim): SQL {
  const standsHere =
    claim.phase === "reconciling"
      ? sql`((s.status = 'completed' AND s.next_retry_at <= clock_timestamp())
             OR (s.status = 'processing' AND s.current_step = 'reconciling'))`
      : sql`(s.status IN ('queued', 'processing') AND s.current_step = ${claim.phase})`;

  return sql`
    WITH claimed AS (
      UPDATE sync_statuses s SET
        status = 'processing', current_step = ${claim.phase},
        lease_token = ${claim.leaseToken}, fence = fence + 1, attempt = attempt + 1, resume_after = NULL,
        lease_until = clock_timestamp() + make_interval(secs => ${claim.leaseSeconds}),
        started_at = coalesce(started_at, ${claim.now.toISOString()}::timestamptz), updated_at = clock_timestamp()
      WHERE s.app_id = ${claim.appId} AND s.run_id = ${claim.runId}
        AND EXISTS (SELECT 1 FROM apps a
          WHERE a.id = s.app_id AND a.platform = ${claim.platform} AND ${sql.raw(isNotPaused("a.platform"))})
        AND (s.lease_until IS NULL OR s.lease_until <= clock_timestamp())
        AND (s.resume_after IS NULL OR s.resume_after <= clock_timestamp())
        AND ${standsHere}
      RETURNING s.*
    )
    SELECT jsonb_build_object(
      'appId', c.app_id, 'platform', a.platform, 'externalId', a.external_id,
      'originCountry', a.origin_country_code, 'purpose', c.purpose, 'attempt', c.attempt,
      'startedAt', c.started_at, 'identityCountry', c.identity_country,
      'completedItems', to_jsonb(c.completed_items),
      'unavailable', coalesce((
        SELECT jsonb_agg(jsonb_build_object('country', m.country_code, 'observedAt', m.observed_at))
        FROM app_metrics m WHERE m.app_id = c.app_id AND NOT m.is_available AND m.country_code <> ${GLOBAL_COUNTRY}), '[]'),
      'dueItems', coalesce((
        SELECT jsonb_agg(jsonb_build_object('phase', due.phase, 'country', due.country_code, 'locale', due.locale,
                                            'reason', due.reason, 'attempts', due.attempts))
        FROM (
          SELECT * FROM sync_failed_items f
          WHERE f.app_id = c.app_id AND ${claim.phase} = 'reconciling'
            AND NOT f.permanent AND f.next_attempt_at <= clock_timestamp()
          ORDER BY f.id LIMIT ${DUE_ITEMS_MAX}) due), '[]')
    ) AS run
    FROM claimed c JOIN apps a ON a.id = c.app_id`;
}
