import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

import { migrate } from "../../db/migrate.ts";
import { tools } from "../../functions/mcp/generated/tools.ts";
import { local } from "../../infra/aws/local-stages.ts";
import { DATABASE_NAME, prepareDatabase } from "../../infra/local/database.ts";
import { seedHistory } from "../../infra/local/history/seed-history.ts";
import { startPostgres } from "../../infra/local/postgres/start-postgres.ts";
import { startHost } from "../../infra/local/start-host.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import { logIn } from "../browser/dashboard/fixture/accounts.ts";
import { connectionTo } from "../support/server.ts";
import { median } from "./measuring/typical.ts";
import { describeResults, faultsOf, readEverything } from "./tools/results.ts";

/**
 * `npm run bench -- tools`: the length of what each reading tool returns at its defaults, over ninety days of sixty
 * apps, and what a call costs over the same request to the API. Fails past the bounds of docs/mcp.md, and if a tool has
 * data for no app.
 */
const APPS_PER_STORE = 30;
const DAYS = 90;
const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
/** The lowest cost of bcrypt. */
const HASH_COST = 4;

const ROUNDS = 200;
const EXTRA_MS_MAX = 15;
const ASKING_FOR_LESS_MAX = 5;

const stage = {
  ...local,
  api: { ...local.api, rateLimitPerMinute: 100_000 },
  charts: { ...local.charts, dailyCountries: [] },
  sweep: { ...local.sweep, schedule: "off" as const },
  schedules: { ...local.schedules, startDueSyncs: "rate(1 day)" },
};

const dataDir = await mkdtemp(join(tmpdir(), "bench-tools-"));
try {
  await saveHistory();
  const host = await startHost({ dataDir, stage });
  try {
    await measure(host.url);
  } finally {
    await host.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function saveHistory(): Promise<void> {
  const server = await startPostgres({ dataDir: join(dataDir, "postgres") });
  try {
    await prepareDatabase(server, { fresh: false });
    const connection = connectionTo(server, DATABASE_NAME);
    await migrate({ connection, now: () => new Date() });
    await seedHistory({
      connection,
      apps: APPS_PER_STORE,
      days: DAYS,
      lastDays: 7,
      today: new Date(),
      user: account,
      passwords: createPasswords(HASH_COST),
      log: console.info,
    });
  } finally {
    await server.stop();
  }
}

async function measure(url: string): Promise<void> {
  const authorization = `Bearer ${await logIn(url, account)}`;
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: { authorization } } }),
  );
  try {
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const results = await readEverything(tools, call);
    console.info(describeResults(results));
    const faults = faultsOf(results);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
    const short = results.filter(({ askedForLess }) => askedForLess > 0);
    console.info(`${short.length} tools asked for less, at most ${ASKING_FOR_LESS_MAX} may.`);
    if (short.length > ASKING_FOR_LESS_MAX) process.exitCode = 1;

    const extra = await extraMs(
      () => call("list_countries", {}),
      () => fetch(`${url}${API_PREFIX}/countries`, { headers: { authorization } }).then((response) => response.text()),
    );
    console.info(`A call takes ${extra.toFixed(1)} ms (p50) over the same request, at most ${EXTRA_MS_MAX}.`);
    if (extra > EXTRA_MS_MAX) process.exitCode = 1;
  } finally {
    await client.close();
  }
}

/** Returns the difference of the medians of two calls that take turns. */
async function extraMs(call: () => Promise<unknown>, request: () => Promise<unknown>): Promise<number> {
  const times: { readonly call: number[]; readonly request: number[] } = { call: [], request: [] };
  const timed = async (run: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.call.push(await timed(call));
    times.request.push(await timed(request));
  }
  return median(times.call) - median(times.request);
}
