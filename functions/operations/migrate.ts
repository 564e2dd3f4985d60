import { ensureAppRole } from "../../db/app-role.ts";
import { type MigrationReport, migrate } from "../../db/migrate.ts";
import { systemClock } from "../../lib/runtime/clock.ts";
import { databaseServer, readCredentials } from "../../lib/runtime/database.ts";
import { migrationEnvironment, parseEnvironment } from "../../lib/runtime/environment.ts";

/** Seconds to wait for a database that resumes from a pause or is being created. */
const CONNECT_TIMEOUT_SECONDS = 60;

/** Migrates the tables and the role that the functions use. Runs first in each deployment. */
export async function handler(): Promise<MigrationReport> {
  const environment = parseEnvironment(migrationEnvironment());
  const owner = await readCredentials(environment.DATABASE_SECRET_ARN);
  const connection = {
    ...owner,
    ...databaseServer(environment),
    prepare: false,
    connectTimeoutSeconds: CONNECT_TIMEOUT_SECONDS,
    applicationName: `shelfwatch-${environment.STAGE}-migrate`,
  };

  const report = await migrate({ connection, now: systemClock(environment.CLOCK_OFFSET_MS) });
  await ensureAppRole(connection, await readCredentials(environment.APP_SECRET_ARN));
  return report;
}
