import type postgres from "postgres";

const WINDOW = 250;
/** Results are parts of one random list, which begin elsewhere for each term and day. */
const LIST = 4_000;
const STORE_IDS = 60_000;
const TRACKED = 200;
const RIVALS = 5;

type Filled = {
  readonly first: number;
  readonly terms: number;
  readonly days: number;
  readonly today: string;
  /** Tracks the first terms for the first app, which has competitors. */
  readonly userId?: number;
};

/** Stores results of these terms that differ on each day until `today`, with their fetches. */
export async function fillTerms(sql: postgres.Sql, { first, terms, days, today, userId }: Filled): Promise<void> {
  const run = (text: string) => sql.unsafe(text);
  const dates = `generate_series(date '${today}' - ${days - 1}, date '${today}', '1 day') day`;
  const ids = `generate_series(${first}, ${first + terms - 1}) n`;
  // The rows are consistent as they are made: looking up each key once more would take most of the time.
  await run("SET session_replication_role = replica");
  await run("SET TIME ZONE 'UTC'");
  await run(`SELECT create_missing_partitions(month)
    FROM generate_series(timestamptz '${today}' - interval '${days} days', timestamptz '${today}', '1 month') month`);
  await run(`INSERT INTO tracked_terms (platform, country_code, term) SELECT 'ios', 'us', 'term ' || n FROM ${ids}`);
  if (userId !== undefined) await fillTracked(run, userId);

  await run(`INSERT INTO keyword_fetches (platform, keyword_id, day, planned_at, attempts, outcome, fetched_at)
    SELECT 'ios', n, day, day, 1, 'stored', day + interval '6 hours' FROM ${dates}, ${ids}`);
  await run(`INSERT INTO keyword_results (keyword_id, day, store_ids)
    WITH list AS MATERIALIZED (
      SELECT ARRAY(SELECT 1 + (hashint4(i)::bigint + 2147483648) % ${STORE_IDS} FROM generate_series(1, ${LIST}) i)::int[] AS ids
    )
    SELECT n, day, (SELECT ids FROM list)[start:start + ${WINDOW - 1}]
    FROM ${dates}, ${ids}, LATERAL (SELECT 1 + (n * 31 + (day::date - date '2020-01-01') * 7) % ${LIST - WINDOW} AS start) s`);
  await run("RESET session_replication_role");
  await run("VACUUM ANALYZE");
}

async function fillTracked(run: (text: string) => Promise<unknown>, userId: number): Promise<void> {
  await run(
    `INSERT INTO store_ids (platform, external_id) SELECT 'ios', n::text FROM generate_series(1, ${STORE_IDS}) n`,
  );
  await run(`INSERT INTO apps (platform, external_id, name)
    SELECT 'ios', 1 + (hashint4(i)::bigint + 2147483648) % ${STORE_IDS}, 'App ' || i
    FROM generate_series(100, ${100 + RIVALS}) i`);
  await run(`INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}, min(id) FROM apps`);
  await run(`INSERT INTO app_competitors (user_id, app_id, competitor_app_id)
    SELECT ${userId}, (SELECT min(id) FROM apps), id FROM apps WHERE id > (SELECT min(id) FROM apps)`);
  await run(`INSERT INTO tracked_keywords (user_id, app_id, keyword_id)
    SELECT ${userId}, (SELECT min(id) FROM apps), id FROM tracked_terms ORDER BY id LIMIT ${TRACKED}`);
}
