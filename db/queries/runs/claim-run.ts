import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { REPAIR_PHASE, type SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { projection, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { columns, columnsOf, jsonObject, type Placeholders, statement, unixTime } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isLeaseFree, takenLease } from "../fetches/leases.ts";
import { isUnavailableThere } from "../metrics/last-reads.ts";
import { isDue } from "./failed-items.ts";
import { noItems, periodicItems, plannedItems, plannedItemsSchema } from "./planned-items.ts";
import { isActive, isReconciling, isRepairDue, isScheduled, mayResume } from "./run-conditions.ts";
import { returnToOwn, wasLostBeforeReturn } from "./storefront-checks.ts";

const app = alias(apps, "app");
const item = alias(syncFailedItems, "item");
const metrics = alias(appMetrics, "metrics");
const run = alias(syncStatuses, "run");
const returned = columnsOf("returned", ["lost_at", "back_at"]);
const periodic = columnsOf("periodic", ["keys"]);

const storedInstant = () => z.number().transform((seconds) => new Date(Math.round(seconds * 1000)));

const claimed = projection({
  app_id: run.appId,
  run_id: run.runId,
  platform: app.platform,
  external_id: app.externalId,
  origin_country_code: app.originCountryCode,
  purpose: run.purpose,
  is_deferred: run.isDeferred,
  attempt: run.attempt,
  continuations: run.continuations,
  started_at: shown(unixTime(run.startedAt), storedInstant),
  identity_country: run.identityCountry,
  completed_items: run.completedItems,
  periodic_items: shown(sql`to_json(${periodic.keys})`, () => z.array(z.string())),
});

const dueItem = projection({
  phase: item.phase,
  country: item.countryCode,
  locale: item.locale,
  reason: item.reason,
  attempts: item.attempts,
});

const claimedRunSchema = () =>
  claimed.row().extend({
    ...plannedItemsSchema().shape,
    unavailable: z.array(
      z.object({
        country: z.string(),
        observed_at: storedInstant(),
        /** True for a storefront that was lost with the app's own one and not checked since the app returned. */
        is_due_after_return: z.boolean(),
      }),
    ),
    due_items: z.array(dueItem.row()),
  });
export type ClaimedRun = z.infer<ReturnType<typeof claimedRunSchema>>;

export const DUE_ITEMS_MAX = 500;

type Variant = {
  /** That of the queue, so that a wrong message makes no requests to the wrong store. */
  readonly platform: Platform;
  readonly phase: SyncPhase;
};
type Claim = Variant & {
  readonly appId: number;
  readonly runId: string;
  readonly leaseToken: string;
  readonly leaseSeconds: number;
  readonly starsPerRunMax: number;
  readonly rechecks: boolean;
  /** As text, by `codeArray`. */
  readonly storefronts: string;
  readonly now: string;
  /** The UTC date of now. */
  readonly day: string;
};

/**
 * Returns everything that the phase plans with. Returns undefined if the run is not current, in another phase, waiting,
 * held by another worker, or paused.
 */
export const claimRun = statement({
  name: "claim_run",
  effect: "writes",
  returns: "first",
  row: claimedRunSchema,
  variant: ({ platform, phase }: Claim): Variant => ({ platform, phase }),
  sql: leaseOf,
});

function leaseOf(claim: Placeholders<Claim>, { platform, phase }: Variant): SQL {
  const { rechecks, starsPerRunMax, storefronts } = claim;
  const now = sql`${claim.now}::timestamptz`;
  const day = sql`${claim.day}::date`;
  const planned = { platform, phase, run, app, periodic, rechecks, starsPerRunMax, storefronts, now, day };
  const isRepair = phase === REPAIR_PHASE;
  const checksAfterReturn = platformFacts[platform].hasGlobalMetrics && (phase === "listings" || phase === "metrics");
  const isInPhase = isRepair
    ? sql`(${isRepairDue(run)} OR ${isReconciling(run)})`
    : sql`(${isActive(run)} AND ${run.currentStep} = ${phase})`;

  // OFFSET keeps the planner from computing the keys for each compared row.
  return sql`
    WITH claimed AS (
      UPDATE ${syncStatuses} run SET
        status = 'processing', current_step = ${phase},
        purpose = CASE WHEN ${isScheduled(run)} THEN 'tracked' ELSE purpose END,
        ${takenLease(claim)}, attempt = attempt + 1, resume_after = NULL, sent_until = NULL,
        started_at = coalesce(started_at, ${now}), updated_at = clock_timestamp()
      WHERE ${run.appId} = ${claim.appId} AND ${run.runId} = ${claim.runId}
        AND EXISTS (SELECT 1 FROM ${apps} app
          WHERE ${app.id} = ${run.appId} AND ${app.platform} = ${platform} AND ${isNotPaused(app.platform)})
        AND ${isLeaseFree(run)} AND ${mayResume(run)} AND ${isInPhase}
      RETURNING run.*
    )
    SELECT ${claimed.columns}, ${columns({
      ...plannedItems(planned),
      unavailable: unavailable(checksAfterReturn),
      due_items: isRepair ? dueItems : noItems,
    })}
    FROM claimed run JOIN ${apps} app ON ${app.id} = ${run.appId}
    CROSS JOIN LATERAL (SELECT ${periodicItems(planned)} AS keys OFFSET 0) periodic
    ${checksAfterReturn ? sql`LEFT JOIN LATERAL (${returnToOwn(planned)}) returned ON true` : sql``}`;
}

function unavailable(checksAfterReturn: boolean): SQL {
  const storefront = jsonObject({
    country: metrics.countryCode,
    observed_at: unixTime(metrics.observedAt),
    is_due_after_return: checksAfterReturn ? wasLostBeforeReturn(run, metrics, returned) : sql`false`,
  });
  return sql`coalesce((
    SELECT json_agg(${storefront}) FROM ${appMetrics} metrics
    WHERE ${metrics.appId} = ${run.appId} AND ${isUnavailableThere(metrics)}), '[]')`;
}

const dueItems = sql`coalesce((
  SELECT json_agg(${dueItem.json}) FROM (
    SELECT * FROM ${syncFailedItems} item
    WHERE ${item.appId} = ${run.appId} AND NOT ${item.permanent} AND ${isDue(item)}
    ORDER BY ${item.id} LIMIT ${DUE_ITEMS_MAX}) item), '[]')`;
