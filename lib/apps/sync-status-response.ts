import * as z from "zod";

import type { SyncStatusRow } from "../../db/queries/runs/sync-statuses.ts";
import { WHOLE_SYNCS_PER_DAY } from "../domain/day-allowance.ts";
import { failureReasonSchema } from "../domain/failed-item.ts";
import { COOLDOWN_SECONDS } from "../domain/sync-pace.ts";
import { itemPhases, syncPhaseSchema, syncStates } from "../domain/sync-phase.ts";
import { timestamp } from "../domain/timestamp.ts";
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
      status: z.enum(syncStates).nullable().meta({ description: "Null if the app was never synced." }),
      current_step: syncPhaseSchema().nullable(),
      progress: z
        .object({
          done: z.int(),
          total: z.int(),
          by_run: z.int().meta({ description: "Items that this sync has requested, including failed ones." }),
          by_sweep: z.int().meta({
            description:
              "Items that this sync does not request, because the daily sweep has read them or nothing indicates a " +
              "change.",
          }),
          pending: z.int().meta({
            description:
              "Items that are still to be read; they have not failed. A scheduled first sync for which the store's " +
              "budget does not suffice completes without them, and later syncs read them.",
          }),
        })
        .meta({
          description:
            "A sync has one item for identity, one for each language, and one for each storefront's metrics.",
        }),
      swept_on: z.iso.date().nullable().meta({
        description: "Last day (UTC) on which the daily sweep read the app. Null if there is none.",
      }),
      priority: z
        .enum(["requested", "scheduled"])
        .nullable()
        .meta({
          description:
            "A `requested` sync runs before `scheduled` ones, because a user waits for it. If a user starts to " +
            `follow many apps in a day, the syncs of the first ${WHOLE_SYNCS_PER_DAY} apps are \`requested\` until ` +
            "they end. The syncs of the other apps are `requested` only until the app's own storefront and its " +
            "primary listing are read. Null if no sync is queued or running.",
        }),
      expected_at: timestamp()
        .nullable()
        .meta({ description: "Estimated time when a requested sync completes. Null if it is not known." }),
      failed_items: z.array(failedItemResponse()),
      failed_items_count: z.int(),
      error_message: z.string().nullable(),
      run_id: z.string().nullable(),
      starts_at: timestamp()
        .nullable()
        .meta({
          description:
            `A queued run starts at this time if it has to wait until ${COOLDOWN_SECONDS / 60} minutes after the ` +
            "previous run. Null for all other runs.",
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
  readonly expectedAt: Date | null;
  readonly now: Date;
}): SyncStatus {
  const { appId, status, expectedAt, now } = input;
  if (status === undefined) return neverSynced(appId);
  return {
    ...status,
    priority: isUnderWay(status) ? (status.is_scheduled ? "scheduled" : "requested") : null,
    expected_at: expectedAt === null ? null : Math.ceil(expectedAt.getTime() / 1_000),
    failed_items_count: status.failed_items.length,
    elapsed_ms: elapsedMs(status, now),
  };
}

function neverSynced(appId: number): SyncStatus {
  return {
    app_id: appId,
    status: null,
    current_step: null,
    progress: { done: 0, total: 0, by_run: 0, by_sweep: 0, pending: 0 },
    swept_on: null,
    priority: null,
    expected_at: null,
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

function isUnderWay({ status }: SyncStatusRow): boolean {
  return status === "queued" || status === "processing";
}

function elapsedMs(status: SyncStatusRow, now: Date): number | null {
  if (status.started_at === null) return null;
  const end = status.completed_at ?? now.getTime() / 1000;
  return Math.max(0, Math.round((end - status.started_at) * 1000));
}
