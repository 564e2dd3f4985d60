import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { type Platform, platformFacts } from "../../../lib/domain/platform.ts";
import { REPAIR_PHASE, type SyncPhase } from "../../../lib/domain/sync-phase.ts";
import { projection, shown } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { appMetrics } from "../../schema/metrics.ts";
import { syncFailedItems, syncStatuses } from "../../schema/syncs.ts";
import { columns, columnsOf, jsonObject, statement, toInstant, unixTime } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { isLeaseFree, takenLease } from "../fetches/leases.ts";
import { isUnavailableThere } from "../metrics/storefront-availability.ts";
import { awaitsExpress } from "../sweeps/express-apps.ts";
import { duePages, pagesInTurn, sweptIdentity, unchangedPages } from "../sweeps/swept-pages.ts";
import {
  starsInTurn,
  storefrontsWithDueStars,
  sweptStorefronts,
  unreadStorefronts,
} from "../sweeps/swept-storefronts.ts";
import { isDue } from "./failed-items.ts";
import { isActive, isReconciling, isRepairDue, isScheduled, mayResume } from "./run-conditions.ts";
import { readStorefronts, returnToOwn, wasLostBeforeReturn } from "./storefront-looks.ts";
import { storefrontTurnSchema, storefrontTurns } from "./storefront-turns.ts";

const app = alias(apps, "app");
const item = alias(syncFailedItems, "item");
const metrics = alias(appMetrics, "metrics");
const run = alias(syncStatuses, "run");
const returned = columnsOf("returned", ["lost_at", "back_at"]);
const turn = columnsOf("turn", ["keys"]);

/** A claim, with the rows of the run and its app and the keys of the items whose turn it is. */
type Planned = Claim & typeof rows;
const rows = { run, app, turn };

const storedInstant = () => z.number().transform((seconds) => new Date(Math.round(seconds * 1000)));

const claimed = projection({
  app_id: run.appId,
  run_id: run.runId,
  platform: app.platform,
  external_id: app.externalId,
  origin_country_code: app.originCountryCode,
  purpose: run.purpose,
  /** Whether the run is scheduled work after the first look for which a user requested it. */
  is_deferred: run.isDeferred,
  attempt: run.attempt,
  /** Continuations of the phase that made progress. */
  continuations: run.continuations,
  started_at: shown(unixTime(run.startedAt), storedInstant),
  identity_country: run.identityCountry,
  completed_items: run.completedItems,
  /** Items that are only due by their age. A run that finds too few tokens leaves them to the next run. */
  items_in_turn: shown(sql`to_json(${turn.keys})`, () => z.array(z.string())),
});

/** A failed item that is due. */
const dueItem = projection({
  phase: item.phase,
  country: item.countryCode,
  locale: item.locale,
  reason: item.reason,
  attempts: item.attempts,
});

const claimedRunSchema = () =>
  claimed.row().extend({
    /**
     * Items, and the storefront of identity, that the run need not request: the day's sweep has read them, or nothing
     * shows that they have changed.
     */
    covered_items: z.array(z.string()),
    /**
     * Items of which the day's sweep has read everything but what only a page or stars show, with the storefront that
     * it read.
     */
    covered_in_part: z.array(
      z.object({
        key: z.string(),
        country: z.string(),
        /** Ratings of the storefront; null for a page. */
        rating_count: z.int().nullable(),
      }),
    ),
    /**
     * Storefronts that a scheduled run of a previously synced app does not request, because their batches of the day
     * failed.
     */
    unread_storefronts: z.array(z.string()),
    /** Whether batches of an express shard are still to read storefronts of the app. */
    awaits_express: z.boolean(),
    /** Storefronts whose last response was empty_response. */
    unavailable: z.array(
      z.object({
        country: z.string(),
        observed_at: storedInstant(),
        /**
         * Whether it was lost with the app's own storefront, has not been looked at since, and the app is back in its
         * own storefront.
         */
        is_due_after_return: z.boolean(),
      }),
    ),
    /** Storefronts that a scheduled run reads because of their age, on platforms whose metrics are global. */
    turns: z.array(storefrontTurnSchema()),
    /** Only the repair reads them. */
    due_items: z.array(dueItem.row()),
  });
export type ClaimedRun = z.infer<ReturnType<typeof claimedRunSchema>>;
export type CoveredInPart = ClaimedRun["covered_in_part"][number];

export const DUE_ITEMS_MAX = 500;

type Claim = {
  readonly appId: number;
  /** That of the queue: a message with the wrong platform must not make requests to the wrong store. */
  readonly platform: Platform;
  readonly runId: string;
  readonly phase: SyncPhase;
  readonly leaseToken: string;
  readonly leaseSeconds: number;
  /** Storefronts besides that of identity which a scheduled run reads for their stars alone, at most. */
  readonly starsPerRunMax: number;
  /** Whether scheduled runs look again at storefronts without the app, on platforms whose metrics are global. */
  readonly looksAgain: boolean;
  /** Codes of all storefronts of the platform. */
  readonly storefronts: readonly string[];
  readonly now: Date;
};

/**
 * Takes the lease of a run that is in this phase, and returns all that the phase plans with. Returns undefined when the
 * run is not current, is in another phase, must wait or is held by another worker, or when its platform is paused.
 */
export const claimRun = statement({
  name: "claim_run",
  effect: "writes",
  returns: "first",
  row: claimedRunSchema,
  build: leaseOf,
});

function leaseOf(claim: Claim): SQL {
  const planned = { ...claim, ...rows };
  const isRepair = claim.phase === REPAIR_PHASE;
  const standsHere = isRepair
    ? sql`(${isRepairDue(run)} OR ${isReconciling(run)})`
    : sql`(${isActive(run)} AND ${run.currentStep} = ${claim.phase})`;

  return sql`
    WITH claimed AS (
      UPDATE ${syncStatuses} run SET
        status = 'processing', current_step = ${claim.phase},
        purpose = CASE WHEN ${isScheduled(run)} THEN 'tracked' ELSE purpose END,
        ${takenLease(claim)}, attempt = attempt + 1, resume_after = NULL, sent_until = NULL,
        started_at = coalesce(started_at, ${toInstant(claim.now)}), updated_at = clock_timestamp()
      WHERE ${run.appId} = ${claim.appId} AND ${run.runId} = ${claim.runId}
        AND EXISTS (SELECT 1 FROM ${apps} app
          WHERE ${app.id} = ${run.appId} AND ${app.platform} = ${claim.platform} AND ${isNotPaused(app.platform)})
        AND ${isLeaseFree(run)} AND ${mayResume(run)} AND ${standsHere}
      RETURNING run.*
    )
    SELECT ${claimed.columns}, ${columns({
      covered_items: coveredItems(planned),
      covered_in_part: coveredInPart(planned),
      unread_storefronts: unread(claim),
      awaits_express: expressWait(claim),
      unavailable: unavailable(claim),
      turns: turns(planned),
      due_items: isRepair ? dueItems : noItems,
    })}
    FROM claimed run JOIN ${apps} app ON ${app.id} = ${run.appId}
    CROSS JOIN LATERAL (SELECT ${itemsInTurn(planned)} AS keys OFFSET 0) turn
    ${mayLookAfterReturn(claim) ? sql`LEFT JOIN LATERAL (${returnToOwn(planned)}) returned ON true` : sql``}`;
}

/** The phases that request storefronts one by one. */
function mayLookAfterReturn({ phase, platform }: Claim): boolean {
  return platformFacts[platform].hasGlobalMetrics && (phase === "listings" || phase === "metrics");
}

function unavailable(claim: Claim): SQL {
  const storefront = jsonObject({
    country: metrics.countryCode,
    observed_at: unixTime(metrics.observedAt),
    is_due_after_return: mayLookAfterReturn(claim) ? wasLostBeforeReturn(run, metrics, returned) : sql`false`,
  });
  return sql`coalesce((
    SELECT json_agg(${storefront}) FROM ${appMetrics} metrics
    WHERE ${metrics.appId} = ${run.appId} AND ${isUnavailableThere(metrics)}), '[]')`;
}

function turns(planned: Planned): SQL {
  const hasTurns = platformFacts[planned.platform].hasGlobalMetrics && planned.phase === "listings";
  return hasTurns ? storefrontTurns(planned) : noItems;
}

/** Returns an array of keys. OFFSET keeps the planner from computing it for each row that is compared with it. */
function itemsInTurn(planned: Planned): SQL {
  if (planned.phase === "listings") return pagesInTurn(planned);
  const hasStars = planned.phase === "metrics" && platformFacts[planned.platform].hasStorefrontApps;
  return hasStars ? starsInTurn(planned, planned.starsPerRunMax) : sql`'{}'::text[]`;
}

function coveredItems(planned: Planned): SQL {
  const { hasGlobalMetrics, hasStorefrontApps } = platformFacts[planned.platform];
  if (planned.phase === "identity" && hasStorefrontApps) return sweptIdentity(planned);
  if (planned.phase === "metrics") return hasGlobalMetrics ? readStorefronts(planned) : sweptStorefronts(planned);
  return planned.phase === "listings" ? unchangedPages(planned) : noItems;
}

function coveredInPart(planned: Planned): SQL {
  if (!platformFacts[planned.platform].hasStorefrontApps) return noItems;
  if (planned.phase === "metrics") return storefrontsWithDueStars(planned);
  return planned.phase === "listings" ? duePages(planned) : noItems;
}

function unread({ platform, now }: Claim): SQL {
  if (!platformFacts[platform].hasStorefrontApps) return noItems;
  const storefronts = unreadStorefronts(run, sql`${utcDay(now)}::date`);
  return sql`coalesce((SELECT json_agg(code) FROM (${storefronts}) unread), '[]')`;
}

const noItems = sql`'[]'::json`;

function expressWait({ phase, platform, now }: Claim): SQL {
  const mayWait = phase === "metrics" && platformFacts[platform].hasStorefrontApps;
  return mayWait ? awaitsExpress(run, now) : sql`false`;
}

const dueItems = sql`coalesce((
  SELECT json_agg(${dueItem.json}) FROM (
    SELECT * FROM ${syncFailedItems} item
    WHERE ${item.appId} = ${run.appId} AND NOT ${item.permanent} AND ${isDue(item)}
    ORDER BY ${item.id} LIMIT ${DUE_ITEMS_MAX}) item), '[]')`;
