import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { claimRun } from "../../../db/queries/claim-run.ts";

import { insertDueRuns } from "../../../db/queries/due-runs.ts";

import { failOverdueRuns, takeWaitingRuns } from "../../../db/queries/swept-runs.ts";
import { apps } from "../../../db/schema/apps.ts";
import {
  createFleet,
  FAILED,
  IDLE,
  PROCESSING,
  phaseNumbers,
  QUEUED,
} from "../../../infra/planning/simulation/fleet.ts";
import { claim, findDue, isOverdue, takeWaiting } from "../../../infra/planning/simulation/run-statements.ts";
import { FAILED_RETRY_HOURS, maxQueueWait } from "../../../lib/domain/sync-pace.ts";
import type { SyncPhase, SyncPurpose } from "../../../lib/domain/sync-phase.ts";
import { useDatabase } from "../../support/database.ts";
import { emptyTables } from "../../support/empty-tables.ts";
import { createApp } from "../../support/factories.ts";

const database = useDatabase();

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** The time of the simulation; the database has its own. */
const NOW = 10 * DAY;
const settings = { leaseSeconds: 120, spreadSeconds: 600, refreshSeconds: DAY, ageMaxHours: 24 };

/** A row of sync_statuses; times are in seconds from now. */
type Run = {
  readonly status: "queued" | "processing" | "completed" | "failed";
  readonly phase: SyncPhase;
  readonly purpose?: SyncPurpose;
  readonly lease?: number;
  readonly resume?: number;
  readonly retry?: number;
  readonly queued?: number;
  readonly updated: number;
  readonly synced?: number;
};

const states = { queued: QUEUED, processing: PROCESSING, completed: IDLE, failed: FAILED };

const situations: Readonly<Record<string, Run>> = {
  "queued a moment ago": { status: "queued", phase: "identity", updated: -10 },
  "queued longer than a lease": { status: "queued", phase: "identity", updated: -200 },
  "queued longer than runs are spread": { status: "queued", phase: "identity", updated: -900 },
  "queued, on demand, longer than a lease": {
    status: "queued",
    phase: "identity",
    purpose: "on_demand",
    updated: -200,
  },
  "waiting for its cool-down": {
    status: "queued",
    phase: "identity",
    purpose: "on_demand",
    resume: 300,
    updated: -200,
  },
  "past its cool-down": { status: "queued", phase: "identity", purpose: "on_demand", resume: -5, updated: -900 },
  "at work": { status: "processing", phase: "metrics", lease: 60, updated: -900 },
  "held by a consumer that died": { status: "processing", phase: "metrics", lease: -5, updated: -900 },
  "between two phases": { status: "processing", phase: "listings", updated: -20 },
  "suspended for tokens": { status: "processing", phase: "listings", resume: 40, updated: -800 },
  "on demand and not begun after a third of its age": {
    status: "queued",
    phase: "identity",
    purpose: "on_demand",
    queued: -9 * HOUR,
    updated: -300,
  },
  "on demand and begun, as old": {
    status: "processing",
    phase: "listings",
    purpose: "on_demand",
    queued: -9 * HOUR,
    updated: -300,
  },
  "scheduled, queued as long": { status: "queued", phase: "identity", queued: -9 * HOUR, updated: -300 },
  "not ended after a day": { status: "processing", phase: "metrics", queued: -25 * HOUR, updated: -300 },
  "at work after a day": { status: "processing", phase: "metrics", lease: 60, queued: -25 * HOUR, updated: -300 },
  "reconciling after a day": { status: "processing", phase: "reconciling", queued: -30 * HOUR, updated: -300 },
  fresh: { status: "completed", phase: "finalize", updated: -HOUR, synced: -HOUR },
  stale: { status: "completed", phase: "finalize", updated: -25 * HOUR, synced: -25 * HOUR },
  "fresh with failed items that are due": {
    status: "completed",
    phase: "finalize",
    retry: -5,
    updated: -HOUR,
    synced: -HOUR,
  },
  "fresh with failed items that are not due": {
    status: "completed",
    phase: "finalize",
    retry: 300,
    updated: -HOUR,
    synced: -HOUR,
  },
  "failed a moment ago": { status: "failed", phase: "identity", updated: -600, synced: -25 * HOUR },
  "failed two hours ago": { status: "failed", phase: "identity", updated: -2 * HOUR, synced: -25 * HOUR },
};

/** Stores apps with such runs. Returns their ids. */
async function storeRuns(runs: readonly Run[]): Promise<readonly number[]> {
  const { db } = database();
  const at = (seconds: number | undefined) =>
    seconds === undefined ? sql`NULL` : sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  await emptyTables(db, apps);
  const ids = [];
  for (const { status, phase, purpose = "tracked", updated, queued = updated, synced = updated, ...run } of runs) {
    const { id } = await createApp(db);
    const leaseToken = run.lease === undefined ? null : randomUUID();
    const completedAt = status === "completed" || status === "failed" ? updated : undefined;
    await db.execute(sql`UPDATE apps SET last_synced_at = ${at(synced)} WHERE id = ${id}`);
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, lease_token, lease_until, resume_after,
        next_retry_at, queued_at, updated_at, completed_at)
      VALUES (${id}, ${randomUUID()}, ${purpose}, ${status}, ${phase}, ${leaseToken}, ${at(run.lease)},
        ${at(run.resume)}, ${at(run.retry)}, ${at(queued)}, ${at(updated)}, ${at(completedAt)})`);
    ids.push(id);
  }
  return ids;
}

/** Returns a simulated fleet of App Store apps with such runs. */
function simulateRuns(runs: readonly Run[]) {
  const fleet = createFleet({ ios: runs.length, android: 0 }, settings.refreshSeconds);
  for (const [app, { status, phase, purpose, updated, queued = updated, synced = updated, ...run }] of runs.entries()) {
    fleet.state[app] = states[status];
    fleet.phase[app] = phaseNumbers[phase];
    fleet.isOnDemand[app] = purpose === "on_demand" ? 1 : 0;
    fleet.leaseUntil[app] = run.lease === undefined ? 0 : NOW + run.lease;
    fleet.resumeAfter[app] = run.resume === undefined ? 0 : NOW + run.resume;
    fleet.nextRetryAt[app] = run.retry === undefined ? Number.POSITIVE_INFINITY : NOW + run.retry;
    fleet.queuedAt[app] = NOW + queued;
    fleet.updatedAt[app] = NOW + updated;
    fleet.lastTried[app] = NOW + updated;
    fleet.lastSynced[app] = NOW + synced;
  }
  return fleet;
}

async function claimStored(run: Run, phase: SyncPhase): Promise<boolean> {
  const { db } = database();
  const [appId = 0] = await storeRuns([run]);
  const [stored] = await db.execute<{ run_id: string }>(sql`SELECT run_id FROM sync_statuses WHERE app_id = ${appId}`);
  const lease = {
    leaseToken: randomUUID(),
    leaseSeconds: settings.leaseSeconds,
    starsPerRunMax: 3,
    looksAgain: true,
    storefronts: ["us"],
    now: new Date(),
  };
  const runId = stored?.run_id ?? "";
  return (await claimRun(db, { appId, platform: "ios", runId, phase, ...lease })) !== undefined;
}

async function findStoredDue(countMax: number): Promise<readonly number[]> {
  const now = new Date();
  const runs = await insertDueRuns(database().db, {
    platform: "ios",
    now,
    staleBefore: new Date(now.getTime() - settings.refreshSeconds * 1000),
    runsMax: countMax,
    activeMax: Number.POSITIVE_INFINITY,
    untrackedMax: 100,
    failedRetryHours: FAILED_RETRY_HOURS,
    itemsPlanned: 1,
    sweepDay: null,
  });
  return runs.map(({ appId }) => appId);
}

async function takeStoredWaiting(runsMax: number): Promise<readonly number[]> {
  const { leaseSeconds: quietSeconds, spreadSeconds } = settings;
  const runs = await takeWaitingRuns(database().db, { platform: "ios", quietSeconds, spreadSeconds, runsMax });
  return runs.map(({ appId }) => appId);
}

function failStoredOverdue(): Promise<number> {
  const { ageMaxHours } = settings;
  const queueMaxHours = maxQueueWait(ageMaxHours);
  return failOverdueRuns(database().db, { platform: "ios", ageMaxHours, queueMaxHours, at: new Date(), runsMax: 10 });
}

const dueRules = {
  platform: "ios",
  now: NOW,
  refreshSeconds: settings.refreshSeconds,
  failedRetrySeconds: FAILED_RETRY_HOURS * HOUR,
  sweptSince: null,
} as const;
const sweep = { platform: "ios", now: NOW, ...settings } as const;

/** What the four statements make of a run, of the database and of the simulation. */
async function treatStored(run: Run) {
  const claimed = { atItsPhase: await claimStored(run, run.phase), forRepair: await claimStored(run, "reconciling") };
  await storeRuns([run]);
  const isDue = (await findStoredDue(10)).length > 0;
  await storeRuns([run]);
  const isWaiting = (await takeStoredWaiting(10)).length > 0;
  await storeRuns([run]);
  return { claimed, isDue, isWaiting, isOverdue: (await failStoredOverdue()) > 0 };
}

function treatSimulated(run: Run) {
  const claimAt = (phase: SyncPhase) => claim(simulateRuns([run]), { app: 0, phase: phaseNumbers[phase] }, NOW);
  return {
    claimed: { atItsPhase: claimAt(run.phase), forRepair: claimAt("reconciling") },
    isDue: findDue(simulateRuns([run]), { ...dueRules, countMax: 10 }).length > 0,
    isWaiting: takeWaiting(simulateRuns([run]), { ...sweep, countMax: 10 }).length > 0,
    isOverdue: isOverdue(simulateRuns([run]), 0, { now: NOW, ageMax: settings.ageMaxHours * HOUR }),
  };
}

describe("a simulated run", () => {
  it.each(Object.entries(situations))("is treated as the statements treat one that is %s", async (_name, run) => {
    expect(treatSimulated(run)).toEqual(await treatStored(run));
  });

  it("meets each decision both ways in these situations", () => {
    const treated = Object.values(situations).map(treatSimulated);
    const decisions = treated.map(({ claimed, ...others }) => ({ ...claimed, ...others }));

    for (const name of ["atItsPhase", "forRepair", "isDue", "isWaiting", "isOverdue"] as const) {
      expect(new Set(decisions.map((decision) => decision[name])), name).toEqual(new Set([true, false]));
    }
  });

  it("comes to its turn in the order of the statements", async () => {
    const ages = [30, 28, 32, 26, 40].map((hours) => -hours * HOUR);
    const stale = ages.map((updated): Run => ({ status: "completed", phase: "finalize", updated }));
    const quiet = ages.map((updated): Run => ({ status: "queued", phase: "identity", updated }));

    const due = await storeRuns(stale);
    const byStatement = (await findStoredDue(3)).map((id) => due.indexOf(id));
    expect(findDue(simulateRuns(stale), { ...dueRules, countMax: 3 }).toSorted()).toEqual(byStatement.toSorted());
    const waiting = await storeRuns(quiet);
    const taken = (await takeStoredWaiting(3)).map((id) => waiting.indexOf(id));
    expect(takeWaiting(simulateRuns(quiet), { ...sweep, countMax: 3 }).toSorted()).toEqual(taken.toSorted());
  });
});
