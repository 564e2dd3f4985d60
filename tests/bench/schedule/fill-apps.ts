import type postgres from "postgres";

export type Fleet = {
  readonly known: number;
  readonly followed: number;
  /** From 0 to 1. Decides which apps are followed, by which users, and the time of their last sync. */
  readonly seed: number;
};

const USERS = 2_000;
/** Of each app, at most: some are drawn twice. */
const FOLLOWERS = 3;
const GONE_SHARE = 0.02;
const SHARD_APPS = 150;

/** Fills a database with App Store apps, some of them followed and with a shard in the sweep of the day. */
export async function fillApps(sql: postgres.Sql, { known, followed, seed }: Fleet): Promise<void> {
  const run = (text: string) => sql.unsafe(text);
  await run(`SELECT setseed(${seed})`);
  // The rows are consistent as they are made: looking up each key once more would take most of the time.
  await run("SET session_replication_role = replica");
  await run(`INSERT INTO users (name, email, password)
    SELECT 'u', 'u' || n || '@example.com', '!' FROM generate_series(1, ${USERS}) n`);
  await run(`INSERT INTO apps (platform, external_id, name)
    SELECT 'ios', n::text, 'App ' || n FROM generate_series(1, ${known}) n`);
  await run(`CREATE TABLE chosen AS SELECT id, now() - random() * interval '23 hours' AS synced_at, random() AS place
    FROM (SELECT id FROM apps ORDER BY random() LIMIT ${followed}) drawn`);
  await run("ANALYZE chosen");
  await run(`UPDATE apps SET is_available = false FROM chosen WHERE chosen.id = apps.id AND place < ${GONE_SHARE}`);
  await run(`INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, updated_at)
    SELECT id, gen_random_uuid(), 'tracked', CASE WHEN place < ${GONE_SHARE} THEN 'failed' ELSE 'completed' END,
      synced_at, synced_at, synced_at FROM chosen`);
  await run(`INSERT INTO tracked_apps (user_id, app_id)
    SELECT DISTINCT 1 + floor(random() * ${USERS})::int, id FROM chosen, generate_series(1, ${FOLLOWERS})`);
  await run(`INSERT INTO followed_apps (app_id, platform) SELECT id, 'ios' FROM chosen`);
  await run(`INSERT INTO sweep_shards (platform, day, shard, app_ids)
    SELECT 'ios', current_date, place / ${SHARD_APPS}, array_agg(id ORDER BY id)
    FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM chosen) numbered GROUP BY 3`);
  await run("VACUUM ANALYZE");
}

export type State = {
  /** So many apps were synced two days ago. */
  readonly due: number;
  /** All others were synced within a day, or the day before, and wait for the sweep of this one. */
  readonly others: "fresh" | "waiting";
};

export async function bringInto(sql: postgres.Sql, { due, others }: State): Promise<void> {
  const run = (text: string) => sql.unsafe(text);
  const daysBack = others === "waiting" ? 1 : 0;
  const sweptOn = `current_date - ${daysBack}`;
  await run(`UPDATE sweep_shards SET folded_at = ${others === "waiting" ? "NULL" : "now()"}`);
  await run(`UPDATE apps SET last_synced_at = synced_at - CASE WHEN rank <= ${due} THEN 2 ELSE ${daysBack} END * interval '1 day',
      last_swept_at = ${sweptOn}
    FROM (SELECT *, row_number() OVER (ORDER BY place DESC) AS rank FROM chosen) ranked WHERE apps.id = ranked.id`);
  await run(`UPDATE followed_apps f SET tried_at = t.tried_at, failure = t.failure, swept_on = ${sweptOn}
    FROM (SELECT id, coalesce(greatest(last_synced_at, CASE status WHEN 'failed' THEN completed_at END), '-infinity') AS tried_at,
      CASE status WHEN 'failed' THEN 'gone' END AS failure FROM apps JOIN sync_statuses ON app_id = id) t WHERE t.id = f.app_id`);
  await run("VACUUM ANALYZE apps, followed_apps, sync_statuses, sweep_shards");
}

/** Takes back what a tick has started. */
export async function endRuns(sql: postgres.Sql): Promise<void> {
  await sql.unsafe("UPDATE sync_statuses SET status = 'completed', current_step = NULL WHERE status = 'queued'");
}
