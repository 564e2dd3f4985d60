import { type RunMigrationsReport, runMigrations } from "../../db/run-migrations.ts";
import { systemClock } from "../../lib/runtime/clock.ts";
import { migrationEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import { ownerConnection } from "../../lib/wiring/owner-connection.ts";

/** The function itself may run for 15 minutes. */
const WORK_MS = 13 * 60_000;

/** Runs what migrations have left to run outside a transaction. Invoke it again until nothing is left. */
export async function handler(): Promise<RunMigrationsReport> {
  const environment = parseEnvironment(migrationEnvironment());
  const connection = await ownerConnection(environment);
  return runMigrations({ connection, now: systemClock(environment.CLOCK_OFFSET_MS), workMs: WORK_MS });
}
