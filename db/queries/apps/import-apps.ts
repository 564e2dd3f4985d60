import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { Platform } from "../../../lib/domain/platform.ts";
import { apps, publishers } from "../../schema/apps.ts";
import { syncStatuses } from "../../schema/syncs.ts";
import { trackedApps } from "../../schema/tracking.ts";
import { type Db, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { wholeSyncs } from "../accounts/day-allowances.ts";
import { promotion, startedRuns } from "../runs/new-run.ts";
import { isPromotable } from "../runs/run-conditions.ts";
import { hasStoreId, type StorePublisher } from "./publishers.ts";
import { isFollowedBy, lockFollowedApps } from "./tracked-apps.ts";

const importSchema = () =>
  z.object({
    knows_publisher: z.boolean(),
    has_room: z.boolean(),
    apps: z.array(z.object({ id: z.int(), external_id: z.string() })),
    runs: z.int(),
  });
export type ImportOutcome = z.infer<ReturnType<typeof importSchema>>;

type ImportWrite = {
  readonly publisher: StorePublisher;
  readonly userId: number;
  readonly followedMax: number;
  readonly externalIds: readonly string[];
  readonly itemsPlanned: number;
  readonly now: Date;
  readonly wholeSyncsMax: number;
  readonly correlationId: string;
};

type ImportValues = {
  readonly platform: Platform;
  readonly publisherId: string;
  readonly userId: number;
  readonly followedMax: number;
  readonly externalIds: string;
  readonly itemsPlanned: number;
  readonly now: string;
  readonly wholeSyncsMax: number;
  readonly correlationId: string;
};

const a = alias(apps, "a");
const latest = alias(syncStatuses, "latest");

/** Rows of sync_statuses are locked in order and before those of apps, as in a phase. */
const writeImport = statement({
  name: "import_apps",
  effect: "writes",
  row: importSchema,
  sql: ({
    platform,
    publisherId,
    userId,
    followedMax,
    externalIds,
    itemsPlanned,
    now,
    wholeSyncsMax,
    correlationId,
  }: Placeholders<ImportValues>) => {
    const isDeferred = sql`placed.is_deferred`;
    return sql`
    WITH publisher AS (
      SELECT 1 FROM ${publishers} WHERE ${hasStoreId({ platform, externalId: publisherId })}
    ),
    known AS MATERIALIZED (
      SELECT ${apps.id}, ${apps.externalId} FROM ${apps}
      WHERE ${apps.platform} = ${platform}
        AND ${apps.externalId} IN (SELECT jsonb_array_elements_text(${externalIds}::jsonb))
    ),
    complete AS MATERIALIZED (
      SELECT id FROM known WHERE EXISTS (SELECT 1 FROM publisher)
        AND (SELECT count(*) FROM known) = jsonb_array_length(${externalIds}::jsonb)
    ),
    locked AS MATERIALIZED (${lockFollowedApps(userId, sql`ARRAY(SELECT id FROM complete)`, followedMax)}),
    app AS MATERIALIZED (SELECT id FROM complete WHERE (SELECT has_room FROM locked)),
    ${wholeSyncs({
      userId,
      begun: sql`SELECT added AS apps FROM locked WHERE has_room`,
      allowed: wholeSyncsMax,
    })},
    placed AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY ${isFollowedBy(userId, sql`app.id`)}, id)
        > coalesce((SELECT runs FROM whole), 0) AS is_deferred
      FROM app
    ),
    latest AS MATERIALIZED (
      SELECT ${syncStatuses.appId}, ${syncStatuses.status}, ${syncStatuses.purpose},
        ${syncStatuses.isDeferred}, ${syncStatuses.currentStep}, ${syncStatuses.leaseUntil} FROM ${syncStatuses}
      WHERE ${syncStatuses.appId} IN (SELECT id FROM app) ORDER BY ${syncStatuses.appId} FOR UPDATE
    ),
    promoted AS (
      UPDATE ${syncStatuses} SET ${promotion(isDeferred)}
      FROM latest JOIN placed ON placed.id = ${latest.appId}
      WHERE ${syncStatuses.appId} = ${latest.appId} AND ${isPromotable(latest, isDeferred)}
      RETURNING ${syncStatuses.appId}
    ),
    ${startedRuns({
      wanted: sql`SELECT id AS app_id, gen_random_uuid() AS run_id, is_deferred FROM placed
        WHERE id NOT IN (SELECT app_id FROM promoted)`,
      purpose: sql`'on_demand'`,
      itemsPlanned: sql`${itemsPlanned}::int`,
      queuedOn: sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`,
      coolsDownAt: sql`${now}::timestamptz`,
      userId: sql`${userId}::int`,
      isDeferred: sql`is_deferred`,
      correlationId: sql`${correlationId}::text`,
    })},
    run AS MATERIALIZED (SELECT app_id FROM promoted UNION ALL SELECT app_id FROM started),
    tracked AS (
      INSERT INTO ${trackedApps} (user_id, app_id) SELECT ${userId}::int, id FROM app ORDER BY id
      ON CONFLICT (user_id, app_id) DO NOTHING
    ),
    imported AS (
      UPDATE ${apps} a SET discovered_from = 'on_import', updated_at = now() FROM app
      WHERE ${a.id} = app.id AND ${a.discoveredFrom} IS DISTINCT FROM 'on_import' AND (SELECT count(*) FROM run) >= 0
    )
    SELECT EXISTS (SELECT 1 FROM publisher) AS knows_publisher, (SELECT has_room FROM locked),
      (SELECT coalesce(json_agg(known), '[]') FROM known) AS apps,
      (SELECT count(*)::int FROM run) AS runs`;
  },
});

/** Saves nothing unless the publisher and every app are known and the user may follow all of them. */
export async function importApps(db: Db, { publisher, ...write }: ImportWrite): Promise<ImportOutcome> {
  const values = {
    ...write,
    platform: publisher.platform,
    publisherId: publisher.externalId,
    externalIds: JSON.stringify(write.externalIds),
    now: write.now.toISOString(),
  };
  return onlyRow(await writeImport(db, values));
}
