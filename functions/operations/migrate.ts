import { ensureAppRole } from "../../db/app-role.ts";
import { type MigrationReport, migrate } from "../../db/migrate.ts";
import { systemClock } from "../../lib/runtime/clock.ts";
import { readCredentials } from "../../lib/wiring/credentials.ts";
import { migrationEnvironment, parseEnvironment } from "../../lib/wiring/environment.ts";
import { ownerConnection } from "../../lib/wiring/owner-connection.ts";

/** Each deployment invokes this first. It migrates the tables and the role that the functions use. */
export async function handler(): Promise<MigrationReport> {
  const environment = parseEnvironment(migrationEnvironment());
  const connection = await ownerConnection(environment);
  const { CLOCK_OFFSET_MS, OUTSIDE_MIGRATIONS, APP_SECRET_ARN } = environment;

  const report = await migrate({ connection, now: systemClock(CLOCK_OFFSET_MS), outside: OUTSIDE_MIGRATIONS });
  await ensureAppRole(connection, await readCredentials(APP_SECRET_ARN));
  return report;
}
