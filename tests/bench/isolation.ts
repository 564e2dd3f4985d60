import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { local } from "../../infra/aws/local-stages.ts";
import { DATABASE_NAME } from "../../infra/local/database.ts";
import { type ShelfwatchHost, startHost } from "../../infra/local/start-host.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { callApi, register } from "../e2e/fixtures/call-api.ts";
import { connectForTest, type TestDb } from "../support/test-connection.ts";
import { median } from "./measuring/typical.ts";

/**
 * `npm run bench -- isolation`: what trouble elsewhere costs the syncs of one platform. iOS apps are synced by the
 * whole local service, in turn with nothing else going on, with Google Play swallowing every request, and beside five
 * iOS apps that always fail. Two undisturbed rounds of the same turn say how far the machine itself strays.
 */
const TURNS = 4;
/** Enough that setting out, of which trouble has its part, is little of a round. */
const APPS_PER_ROUND = 20;
const TROUBLED_APPS = 5;
const STORE_LATENCY_MS = 50;
const ROUND_MS_MAX = 120_000;

const stage = {
  ...local,
  api: { ...local.api, rateLimitPerMinute: 100_000 },
  charts: { ...local.charts, dailyCountries: [] },
  schedules: { ...local.schedules, startDueSyncs: "rate(1 hour)" },
};
type Round = "undisturbed" | "control" | "black_hole" | "failing_apps";
const rounds: readonly Round[] = ["undisturbed", "black_hole", "control", "failing_apps"];

const dataDir = await mkdtemp(join(tmpdir(), "bench-isolation-"));
const host = await startHost({ dataDir, stage });
const connection = connectForTest({
  ...host.postgres,
  database: DATABASE_NAME,
  max: 2,
});
const nextApp = { ios: 0, android: 0 };
try {
  await measure(host, connection.db);
} finally {
  await connection.end();
  await host.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure({ url, simulator }: ShelfwatchHost, db: TestDb): Promise<void> {
  if (simulator === undefined) throw new Error("The bench needs the store simulator.");
  const api = callApi(url, await register(url));
  const seconds: Record<Round, number[]> = { undisturbed: [], control: [], black_hole: [], failing_apps: [] };
  await syncRound("undisturbed");

  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const round of rounds) seconds[round].push(await syncRound(round));
    console.error(`turn ${turn} of ${TURNS}`);
  }
  const typical = (round: Round) => median(seconds[round]);
  console.log(`${APPS_PER_ROUND} iOS apps a round, ${STORE_LATENCY_MS} ms at the store, median of ${TURNS} turns`);
  console.log(`undisturbed                 ${(APPS_PER_ROUND / typical("undisturbed")).toFixed(2)} apps/s`);
  for (const [round, label] of [
    ["control", "undisturbed, once more (A/A)"],
    ["black_hole", `${TROUBLED_APPS} Android syncs pending`],
    ["failing_apps", `${TROUBLED_APPS} iOS apps that always fail`],
  ] as const) {
    // Of each turn by itself, so that a machine that slows down over time slows both alike.
    const ratios = seconds[round].map((took, turn) => (seconds.undisturbed[turn] ?? Number.NaN) / took);
    console.log(`${label.padEnd(27)} ${(100 * median(ratios)).toFixed(1)} % of that rate`);
  }

  async function syncRound(round: Round): Promise<number> {
    simulator?.faults.clear();
    simulator?.faults.add({ match: {}, latencyMs: STORE_LATENCY_MS });
    if (round === "black_hole") {
      simulator?.faults.add({ match: { platform: "android" }, respond: "timeout" });
      await startSyncs("android", TROUBLED_APPS);
    }
    if (round === "failing_apps") {
      const troubled = chooseApps("ios", TROUBLED_APPS);
      for (const appId of troubled) simulator?.faults.add({ match: { appId }, respond: "server_error" });
      await startSyncs("ios", troubled);
    }
    const startedAt = performance.now();
    const ids = await startSyncs("ios", APPS_PER_ROUND);
    await allCompleted(ids);
    const took = (performance.now() - startedAt) / 1_000;
    await endTroubledRuns();
    return took;
  }

  /** Otherwise they would go on in the next round, which is to have trouble of its own or none. */
  async function endTroubledRuns(): Promise<void> {
    await db.execute(sql`
      UPDATE sync_statuses SET status = 'failed', current_step = NULL, lease_token = NULL, lease_until = NULL
      WHERE status IN ('queued', 'processing')`);
  }

  async function startSyncs(platform: Platform, apps: number | readonly string[]): Promise<readonly string[]> {
    const ids = typeof apps === "number" ? chooseApps(platform, apps) : apps;
    for (const id of ids) {
      await db.execute(
        sql`INSERT INTO apps (platform, external_id) VALUES (${platform}, ${id}) ON CONFLICT DO NOTHING`,
      );
    }
    await Promise.all(ids.map((id) => api("POST", `/apps/${platform}/${id}/sync`)));
    return ids;
  }

  function chooseApps(platform: Platform, count: number): readonly string[] {
    const sold = simulator?.catalogue.apps(platform).filter((app) => app.on(0).isAvailable("us")) ?? [];
    const from = nextApp[platform];
    nextApp[platform] += count;
    const chosen = sold.slice(from, from + count).map(({ externalId }) => externalId);
    if (chosen.length < count) throw new Error(`The ${platform} catalogue has too few apps.`);
    return chosen;
  }

  async function allCompleted(ids: readonly string[]): Promise<void> {
    const endsAt = performance.now() + ROUND_MS_MAX;
    while (performance.now() < endsAt) {
      const [row] = await db.execute<{ n: number }>(sql`
        SELECT count(*)::int AS n FROM sync_statuses s JOIN apps a ON a.id = s.app_id
        WHERE a.platform = 'ios' AND a.external_id = ANY(${`{${ids.join(",")}}`}::text[]) AND s.status = 'completed'`);
      if (row?.n === ids.length) return;
      await sleep(50);
    }
    throw new Error(`A round did not end within ${ROUND_MS_MAX / 1_000} seconds.`);
  }
}
