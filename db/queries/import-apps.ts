import { sql } from "drizzle-orm";
import * as z from "zod";

import type { Db } from "../client.ts";
import { hasEnded, newRun, secondsToStart } from "./new-run.ts";
import { isNamed, type StorePublisher } from "./publishers.ts";
import { retryDeadlock } from "./retry-deadlock.ts";

const importSchema = z.object({
  knowsPublisher: z.boolean(),
  /** The apps that the database knows, in no order that a caller may rely on. */
  apps: z.array(z.object({ id: z.int(), externalId: z.string() })),
  /** Runs to be sent to the on-demand queue because of this import, each not before its cool-down is over. */
  runs: z.array(z.object({ appId: z.int(), runId: z.uuid(), waitSeconds: z.number() })),
});
export type ImportOutcome = z.infer<typeof importSchema>;

type ImportWrite = {
  readonly publisher: StorePublisher;
  readonly userId: number;
  /** Store ids of apps of the publisher's platform, each once. */
  readonly externalIds: readonly string[];
  readonly now: Date;
};

/**
 * Tracks the apps, marks them as imported and queues a run for each that has none, as one statement; a run that waits in
 * the scheduled queue is promoted. Unless the publisher and every app are known, nothing is written.
 */
export async function importApps(db: Db, write: ImportWrite): Promise<ImportOutcome> {
  const [row] = await retryDeadlock(() => db.execute<{ outcome: unknown }>(importStatement(write)));
  return importSchema.parse(row?.outcome);
}

/** Rows of sync_statuses are locked in order and before those of apps, as a phase locks them. */
function importStatement({ publisher, userId, externalIds, now }: ImportWrite) {
  return sql`
    WITH publisher AS (
      SELECT 1 FROM publishers WHERE ${isNamed(publisher)}
    ),
    known AS MATERIALIZED (
      SELECT id, external_id FROM apps
      WHERE platform = ${publisher.platform}
        AND external_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(externalIds)}::jsonb))
    ),
    app AS MATERIALIZED (
      SELECT id FROM known
      WHERE EXISTS (SELECT 1 FROM publisher) AND (SELECT count(*) FROM known) = ${externalIds.length}
    ),
    latest AS MATERIALIZED (
      SELECT app_id, status, purpose FROM sync_statuses WHERE app_id IN (SELECT id FROM app) ORDER BY app_id FOR UPDATE
    ),
    promoted AS (
      UPDATE sync_statuses SET purpose = 'on_demand', updated_at = clock_timestamp()
      FROM latest l WHERE sync_statuses.app_id = l.app_id AND l.status = 'queued' AND l.purpose = 'tracked'
      RETURNING sync_statuses.app_id, sync_statuses.run_id, ${secondsToStart} AS wait_seconds
    ),
    started AS (
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at)
      SELECT id, gen_random_uuid(), 'on_demand', 'queued', 'identity', clock_timestamp()
      FROM app WHERE id NOT IN (SELECT app_id FROM promoted) ORDER BY id
      ON CONFLICT (app_id) DO UPDATE SET ${newRun(now)} WHERE ${hasEnded}
      RETURNING app_id, run_id, ${secondsToStart} AS wait_seconds
    ),
    replaced AS (DELETE FROM sync_failed_items f USING started WHERE f.app_id = started.app_id),
    run AS MATERIALIZED (SELECT * FROM promoted UNION ALL SELECT * FROM started),
    tracked AS (
      INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, id FROM app ORDER BY id
      ON CONFLICT (user_id, app_id) DO NOTHING
    ),
    imported AS (
      UPDATE apps a SET discovered_from = 'on_import', updated_at = now()
      FROM app WHERE a.id = app.id AND a.discovered_from IS DISTINCT FROM 'on_import' AND (SELECT count(*) FROM run) >= 0
    )
    SELECT jsonb_build_object(
      'knowsPublisher', EXISTS (SELECT 1 FROM publisher),
      'apps', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'externalId', external_id)), '[]') FROM known),
      'runs', (SELECT coalesce(jsonb_agg(jsonb_build_object('appId', app_id, 'runId', run_id, 'waitSeconds', wait_seconds)
        ORDER BY app_id), '[]') FROM run)
    ) AS outcome`;
}
