/** `npm run seed:history` creates a local database with history, for demonstrations and measurements. */
import { join } from "node:path";

import type { ConnectionSettings } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { BCRYPT_COST, createPasswords } from "../../lib/auth/password.ts";
import { createUserEvent } from "../../lib/operations/create-user.ts";
import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { DEFAULT_DATA_DIR } from "./cli/options.ts";
import { daysToRead, LAST_DAYS, seedHistory } from "./history/seed-history.ts";
import { startPostgres } from "./postgres/start-postgres.ts";
import { createReplacement, hasDatabase, REPLACEMENT_NAME, useReplacement } from "./replace-database.ts";

const USAGE = `npm run seed:history -- [options]

  --apps <number>     Apps of each store (default 50)
  --days <number>     Days until yesterday (default 90)
  --email <address>   Who tracks the apps (default history@example.com)
  --fresh             Replaces the database of npm start, if there is one
  --help              This text

Makes the database of npm start, which must not run meanwhile. The pipeline itself reads the simulated stores, on the
last ${LAST_DAYS} days, on one of each fortnight before and on the first. Charts, coverage, ratings and ranks for tracked
keywords of the days between follow from these, and changes of listings are dated to them. A run that is stopped changes
nothing, and the next one begins anew. A day that is read takes about ten seconds with 50 apps of each store, and the
first one half a minute.`;

const APPS_MAX = 2_400;
const DAYS_MAX = 1_825;
const EXIT_USAGE = 2;

type Options = { readonly apps: number; readonly days: number; readonly email: string; readonly fresh: boolean };

try {
  const values = parseOptions("npm run seed:history", process.argv.slice(2), {
    apps: { type: "string", default: "50" },
    days: { type: "string", default: "90" },
    email: { type: "string", default: "history@example.com" },
    fresh: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  });
  const apps = readWholeNumber("--apps", values.apps, { min: 1, max: APPS_MAX });
  const days = readWholeNumber("--days", values.days, { min: 1, max: DAYS_MAX });
  if (values.help) console.log(USAGE);
  else await seedLocalDatabase({ apps, days, email: readEmail(values.email), fresh: values.fresh });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
}

function readEmail(value: string): string {
  const email = createUserEvent().shape.email.safeParse(value);
  if (email.success) return email.data;
  throw new UsageError(`--email is an address, not "${value}".`);
}

async function seedLocalDatabase({ fresh, ...options }: Options): Promise<void> {
  const log = (line: string) => console.log(line);
  log("Starting PostgreSQL …");
  const dataDir = join(DEFAULT_DATA_DIR, "postgres");
  // All rows are discarded if the server ends before the last step.
  const server = await startPostgres({ dataDir, notify: log, settings: { synchronous_commit: "off" } });
  const stop = () => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    if (!fresh && (await hasDatabase(server)))
      throw new UsageError("There is a local database already. Pass --fresh to replace it.");
    await createReplacement(server);
    const connection: ConnectionSettings = {
      ...server,
      database: REPLACEMENT_NAME,
      tls: "off",
      prepare: true,
      connectTimeoutSeconds: 10,
      applicationName: "seed-history",
    };
    const today = new Date();
    await migrate({ connection, now: () => today });
    const user = { name: "History", email: options.email };
    const read = daysToRead({ ...options, lastDays: LAST_DAYS }).length;
    log(`Reading the simulated stores on ${read} of ${options.days} days …`);
    const passwords = createPasswords(BCRYPT_COST);
    await seedHistory({ ...options, connection, lastDays: LAST_DAYS, today, user, passwords, log });
    await useReplacement(server);
    log("npm start serves it.");
  } finally {
    await server.stop();
  }
}
