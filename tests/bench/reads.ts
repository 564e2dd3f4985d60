import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";

import { type ConnectionSettings, connect, type Db, openClient } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { startPostgres } from "../../infra/local/postgres.ts";
import { type Caller, createApi, createCaller } from "../support/api.ts";
import { connectionTo, createDatabase } from "../support/server.ts";

/**
 * `npm run bench -- reads`: what the handler of GET /apps, with its token, its limit and 50 apps, takes over the same
 * statements on the bare driver. Interleaved; the bare statements once more say how far the machine strays.
 */
const APPS = 50;
const STOREFRONTS = 111;
const ROUNDS = 400;
const WARM_UP = 100;

type Statement = { readonly text: string; readonly values: postgres.ParameterOrJSON<never>[] };

const folder = await mkdtemp(join(tmpdir(), "bench-reads-"));
// The server may run under another account.
await chmod(folder, 0o711);
const server = await startPostgres({ dataDir: join(folder, "data") });
try {
  await createDatabase(server, "bench");
  const settings = { ...connectionTo(server, "bench"), max: 1 };
  await migrate({ connection: settings, now: () => new Date() });
  const { db, end } = connect(settings);
  const caller = await createCaller(db);
  await trackApps(db, caller.user.id);
  const statements = await recordStatements(settings, caller);
  await compare({ db, settings, caller, statements });
  await end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function trackApps(db: Db, userId: number): Promise<void> {
  await db.execute(sql`
    WITH app AS (
      INSERT INTO apps (platform, external_id, name) SELECT 'ios', n::text, 'App ' || n FROM generate_series(1, ${APPS}::int) n
      RETURNING id
    ),
    tracked AS (INSERT INTO tracked_apps (user_id, app_id) SELECT ${userId}::int, id FROM app)
    INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT app.id, c.code, 4.5, 100, true, now()
    FROM app CROSS JOIN (SELECT code FROM countries ORDER BY code LIMIT ${STOREFRONTS}) c`);
  await db.execute(sql`ANALYZE`);
}

/** The statements of one request, as they reach the driver. */
async function recordStatements(settings: ConnectionSettings, caller: Caller): Promise<readonly Statement[]> {
  const client = openClient(settings);
  const statements: Statement[] = [];
  const recording = new Proxy(client, {
    get(target, key, receiver) {
      if (key !== "unsafe") return Reflect.get(target, key, receiver);
      return (text: string, values: Statement["values"] = [], options?: postgres.UnsafeQueryOptions) => {
        statements.push({ text, values });
        return target.unsafe(text, values, options);
      };
    },
  });
  await createApi(drizzle(recording)).get(`/apps?per_page=${APPS}`, caller);
  await client.end();
  return statements;
}

type Contest = {
  readonly db: Db;
  readonly settings: ConnectionSettings;
  readonly caller: Caller;
  readonly statements: readonly Statement[];
};

async function compare({ db, settings, caller, statements }: Contest): Promise<void> {
  const client = openClient(settings);
  const api = createApi(db);
  const [token, ...lists] = statements;
  if (token === undefined) throw new Error("The request sent no statement.");
  const run = ({ text, values }: Statement) => client.unsafe(text, values, { prepare: true });
  const bare = async () => {
    await run(token);
    JSON.stringify(await Promise.all(lists.map(run)));
  };
  const contestants = {
    handler: async () => {
      const { status, body } = await api.get(`/apps?per_page=${APPS}`, caller);
      if (status !== 200 || body.data.length !== APPS) throw new Error(`GET /apps answered ${status}.`);
    },
    bare,
    control: bare,
  };

  const times = { handler: [], bare: [], control: [] } as Record<keyof typeof contestants, number[]>;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const name of ["handler", "bare", "control"] as const) {
      const startedAt = performance.now();
      await contestants[name]();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  await client.end();

  const [handler, plain, control] = [median(times.handler), median(times.bare), median(times.control)];
  console.log(
    `GET /apps, ${APPS} apps of ${STOREFRONTS} storefronts, ${statements.length} statements, ${ROUNDS} rounds`,
  );
  console.log(`bare driver          ${plain.toFixed(2)} ms`);
  console.log(`bare, once more      ${(control / plain).toFixed(3)} x (A/A)`);
  console.log(`handler              ${(handler / plain).toFixed(3)} x`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
