import { randomUUID } from "node:crypto";

import { databaseOf, openClient } from "../../../db/client.ts";
import { type DueValues, dueFollowedApps } from "../../../db/queries/runs/due-apps.ts";
import { countOverdueApps } from "../../../db/queries/runs/overdue-apps.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { statement } from "../../../db/statement.ts";
import { prod } from "../../../infra/aws/stages.ts";
import { utcDay } from "../../../lib/domain/paced-fetch.ts";
import { FAILED_RETRY_HOURS } from "../../../lib/domain/sync-pace.ts";
import { wireDueSyncs } from "../../../lib/wiring/schedules.ts";
import { rankDueApps } from "../../support/ranked-due-apps.ts";
import { recordedQueues } from "../../support/recorded-queues.ts";
import { silentLog } from "../../support/silent-log.ts";
import { testDatabaseOver } from "../../support/test-connection.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { processorTimeOf } from "../measuring/processor-time.ts";
import { describeControl, ratio, takeTurns } from "../measuring/take-turns.ts";
import { least, median } from "../measuring/typical.ts";
import { bringInto, endRuns, fillApps, type State } from "./fill-apps.ts";

/**
 * Selecting the apps of a tick by indexes, and by ranking all that are followed, in turn; and whole ticks, which insert
 * the runs. The messages are kept in an array.
 */
const fleet = { known: 1_000_000, followed: 200_000 };
const RUNS_MAX = 1_000;
const HOUR_MS = 3_600_000;
/** The age of the apps that are made due. */
const REFRESH_HOURS = 24;
const rounds = { turns: 7, warmUpTurns: 1, runsPerTurn: 1 };
const TICKS = 11;
/** Enough for the clock of processor time. */
const IN_A_ROW = 30;

const states: readonly (State & { readonly label: string })[] = [
  { label: "1,000 due, all others fresh", due: 1_000, others: "fresh" },
  { label: "all due", due: fleet.followed, others: "fresh" },
  { label: "1,000 due, all others wait for the sweep", due: 1_000, others: "waiting" },
  { label: "none due", due: 0, others: "fresh" },
];

const selectDue = statement({
  name: "select_due_apps",
  effect: "reads",
  returns: "count",
  build: (due: DueValues) => dueFollowedApps(due),
});

const [, , given] = process.argv;
const seed = given === undefined ? Math.random() : Number(given);
const settings = { shared_buffers: "1GB", max_wal_size: "4GB", work_mem: "16MB", synchronous_commit: "on" };
await withPostgres(settings, async (createMigrated) => {
  const connection = await createMigrated("bench");
  const client = openClient({ ...connection, max: 1 }, null);
  const served = openClient({ ...connection, max: 1 }, null);
  const startedAt = performance.now();
  await fillApps(client, { ...fleet, seed });
  console.error(`seed ${seed}: ${fleet.known} apps, ${fleet.followed} followed, ${seconds(startedAt)} to fill`);

  for (const { label, ...state } of states) {
    await bringInto(client, state);
    console.error(label);
    await compareSelections(served);
    await measureTicks(served);
  }
  await Promise.all([client.end(), served.end()]);
});

type Client = ReturnType<typeof openClient>;

async function compareSelections(client: Client): Promise<void> {
  const [db, now] = [testDatabaseOver(client), new Date()];
  const rules = {
    platform: "ios" as const,
    failedRetryHours: FAILED_RETRY_HOURS,
    sweepDay: utcDay(now),
  };
  const staleBefore = new Date(now.getTime() - REFRESH_HOURS * HOUR_MS);
  const values = {
    ...rules,
    now: now.toISOString(),
    staleBefore: staleBefore.toISOString(),
    runsMax: RUNS_MAX,
    activeMax: RUNS_MAX,
  };
  const select = async () => void (await selectDue(db, values));
  const rank = async () => void (await rankDueApps(db, { ...rules, now, staleBefore }));
  const overdue = async () => void (await countOverdueApps(db, new Date(now.getTime() - 36 * HOUR_MS)));
  const times = await takeTurns({ select, rank, control: select, overdue }, rounds);
  console.error(`  selects ${await selectDue(db, values)} of them in ${describe(times.select)}`);
  console.error(`  ${IN_A_ROW} in a row take ${await timesInARow(client, select)}`);
  console.error(`  ranking all takes ${describe(times.rank)}, ${ratio(times.rank, times.select).toFixed(0)} x`);
  console.error(`  selecting once more takes ${describeControl(ratio(times.control, times.select))}`);
  console.error(`  counting those that are overdue takes ${describe(times.overdue)}`);
}

async function measureTicks(client: Client): Promise<void> {
  const { queues } = recordedQueues();
  const ports = {
    db: databaseOf(client),
    queues: { syncs: queues },
    now: () => new Date(),
    newId: randomUUID,
    countries,
    random: Math.random,
    log: silentLog,
    measure: () => undefined,
  };
  const startDueSyncs = wireDueSyncs(ports, { ...prod, sync: { ...prod.sync, refreshHours: REFRESH_HOURS } });
  const times: number[] = [];
  let [started, computed] = [0, 0];
  const processorTime = await processorTimeOf(client);
  for (let tick = -1; tick < TICKS; tick += 1) {
    const [startedAt, computedBefore] = [performance.now(), await processorTime()];
    started = (await startDueSyncs({ correlationId: "bench" })).ios;
    if (tick >= 0) times.push(performance.now() - startedAt);
    if (tick >= 0) computed += ((await processorTime()) ?? Number.NaN) - (computedBefore ?? Number.NaN);
    await endRuns(client);
  }
  console.error(`  a tick that starts ${started} takes ${describe(times)}, ${computes(computed / TICKS)}`);
}

/** Unlike in turns with a ranking of all, which leaves the processor's caches cold. */
async function timesInARow(client: Client, work: () => Promise<void>): Promise<string> {
  const processorTime = await processorTimeOf(client);
  const computedBefore = await processorTime();
  const times: number[] = [];
  for (let run = 0; run < IN_A_ROW; run += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  const computed = ((await processorTime()) ?? Number.NaN) - (computedBefore ?? Number.NaN);
  return `${describe(times)}, ${computes(computed / IN_A_ROW)}`;
}

function computes(ms: number): string {
  return `of which the server computes ${ms.toFixed(1)} ms`;
}

function describe(times: readonly number[]): string {
  return `${median(times).toFixed(1)} ms (least ${least(times).toFixed(1)}, most ${Math.max(...times).toFixed(1)})`;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(0)} s`;
}
