import { sql } from "drizzle-orm";
import type postgres from "postgres";

import { type ConnectionSettings, type Db, databaseOf, openClient } from "../../../db/client.ts";
import { connectWithCredentials } from "../../../db/connect-with-credentials.ts";
import type { CompiledStatement } from "../../../db/statement.ts";
import { handler } from "../../../functions/apps/list-apps.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { systemClock } from "../../../lib/runtime/clock.ts";
import { createLogger } from "../../../lib/runtime/log.ts";
import { type Caller, createCaller } from "../../support/api.ts";
import { rateApps } from "../../support/catalogue.ts";
import { httpApiEvent, lambdaContext } from "../../support/requests.ts";
import { type TestDb, testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { recordFigure } from "../measuring/figures.ts";
import { recordStatements } from "../measuring/record-statements.ts";
import { describeControl, ratio, takeTurns } from "../measuring/take-turns.ts";
import { median } from "../measuring/typical.ts";

/**
 * What the handler of GET /apps, with its token, its limit and 50 apps, takes over the same statements on the bare
 * driver. It is put together as in a function, its log included; the bare statements on a connection of their own once
 * more say how far the machine strays. A list that sums the ratings of each app over its storefronts is what they took
 * before ratings were kept with apps.
 */
const APPS = 50;
const STOREFRONTS = 111;
/** A ratio is a figure only where the bare statements, measured twice, differ by no more. */
const CONTROL_STRAY_MAX = 0.02;
const rounds = { turns: 90, warmUpTurns: 30, runsPerTurn: 10 };

await withPostgres({}, async (createMigrated) => {
  const settings = { ...(await createMigrated("bench")), max: 1 };
  const client = openClient(settings);
  const db = testDatabaseOver(client);
  const caller = await createCaller(db);
  await trackApps(db, caller.user.id);
  await compare(settings, caller);
  await client.end();
});

async function trackApps(db: TestDb, userId: number): Promise<void> {
  await db.execute(sql`
    WITH app AS (
      INSERT INTO apps (platform, external_id, name) SELECT 'ios', n::text, 'App ' || n FROM generate_series(1, ${APPS}::int) n
      RETURNING id
    ),
    tracked AS (INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}::int, id FROM app)
    INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT app.id, c.code, 4.5, 100, true, now()
    FROM app CROSS JOIN (SELECT code FROM countries ORDER BY code LIMIT ${STOREFRONTS}) c`);
  await rateApps(db);
  await db.execute(sql`ANALYZE`);
}

async function compare(settings: ConnectionSettings, caller: Caller): Promise<void> {
  const { username, password, ...server } = settings;
  const deployed = connectWithCredentials(server, async () => ({ username, password: String(password) }));
  const clients = [openClient(settings), openClient(settings), openClient(settings)] as const;
  const statements = await recordStatements(databaseOf(clients[0]), (db) => listing(db, caller)());

  const times = await takeTurns(
    {
      bare: bareStatements(clients[0], statements),
      handler: listing(deployed.db, caller),
      control: bareStatements(clients[1], statements),
      summing: bareStatements(clients[2], statements.map(summingRatings)),
    },
    rounds,
  );
  await Promise.all([deployed.end(), ...clients.map((client) => client.end())]);

  const { turns, runsPerTurn } = rounds;
  console.error(`GET /apps, ${APPS} apps of ${STOREFRONTS} storefronts, ${statements.length} statements`);
  console.error(`${turns} turns of ${runsPerTurn}`);
  console.error(`bare driver          ${median(times.bare).toFixed(2)} ms`);
  console.error(`bare, once more      ${describeControl(ratio(times.control, times.bare))}`);
  console.error(`of a list that sums  ${ratio(times.bare, times.summing).toFixed(3)} x`);
  const overBare = ratio(times.handler, times.bare);
  console.error(`handler              ${overBare.toFixed(3)} x`);
  if (Math.abs(ratio(times.control, times.bare) - 1) <= CONTROL_STRAY_MAX) {
    recordFigure("GET /apps over its bare statements", overBare);
  }
}

function summingRatings(statement: CompiledStatement): CompiledStatement {
  if (statement.name !== "list_tracked_apps") return statement;
  const text = `SELECT list.*, (
    SELECT json_agg(rated) FROM json_array_elements(list.rows) app CROSS JOIN LATERAL (
      SELECT sum(m.rating_count)::float8 AS count, max(m.file_size_bytes)::float8 AS bytes,
        round(sum(m.rating * m.rating_count) / nullif(sum(m.rating_count) FILTER (WHERE m.rating IS NOT NULL), 0), 2)
          AS mean
      FROM app_metrics m WHERE m.app_id = (app ->> 'id')::int) rated) AS rated
    FROM (${statement.text}) list`;
  return { ...statement, text };
}

/** The token first, and what it lets through at once, as the handler sends them. */
function bareStatements(client: postgres.Sql, [token, ...lists]: readonly CompiledStatement[]): () => Promise<void> {
  if (token === undefined) throw new Error("The request sent no statement.");
  const run = ({ text, values }: CompiledStatement) => client.unsafe(text, [...values], { prepare: true });
  return async () => {
    await run(token);
    JSON.stringify(await Promise.all(lists.map(run)));
  };
}

function listing(db: Db, caller: Caller): () => Promise<void> {
  const log = createLogger({ STAGE: "bench", LOG_LEVEL: "INFO" });
  const open = { registration: "open" } as const;
  const deps = {
    db,
    log,
    requestsPerMinute: 1_000_000,
    dayAllowances: prod.api.dayAllowances,
    ...open,
    now: systemClock(),
  };
  const lambda = handler.using(() => deps);
  const event = httpApiEvent({ method: "GET", path: `/api/v1/apps?per_page=${APPS}`, token: caller.token });
  return async () => {
    const { statusCode, body = "" } = await lambda(event, lambdaContext);
    if (statusCode !== 200 || !body.includes(`"total":${APPS},`)) throw new Error(`GET /apps returned ${statusCode}.`);
  };
}
