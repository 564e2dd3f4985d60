/** `npm run seed:history` fills the local database with history, for demonstrations and measurements. */
import { join } from "node:path";

import { type ConnectionSettings, openClient } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import { BCRYPT_COST, createPasswords } from "../../lib/auth/password.ts";
import { parseOptions, readWholeNumber, UsageError } from "../cli/command-line.ts";
import { createCatalogue } from "../store-simulator/catalogue/catalogue.ts";
import { DEFAULT_CATALOGUE } from "../store-simulator/simulator.ts";
import { seedHistory } from "./history/seed-history.ts";
import { startPostgres } from "./postgres/start-postgres.ts";
import { DATABASE_NAME, prepareDatabase } from "./prepare-database.ts";
import { DEFAULT_DATA_DIR } from "./start-host.ts";

const USAGE = `npm run seed:history -- [options]

  --apps <number>     Apps of each store (default 50)
  --days <number>     Days until yesterday (default 90)
  --email <address>   Who tracks the apps; registered if unknown (default history@example.com)
  --help              This text

Fills the database of npm start, which must not run meanwhile. A second run continues where one was stopped.`;

const APPS_MAX = 2_400;
const DAYS_MAX = 1_825;
const EXIT_USAGE = 2;

try {
  const values = parseOptions("npm run seed:history", process.argv.slice(2), {
    apps: { type: "string" },
    days: { type: "string" },
    email: { type: "string" },
    help: { type: "boolean", short: "h" },
  });
  const apps = readWholeNumber("--apps", values.apps ?? "50", { min: 1, max: APPS_MAX });
  const days = readWholeNumber("--days", values.days ?? "90", { min: 1, max: DAYS_MAX });
  if (values.help) console.log(USAGE);
  else await seedLocalDatabase({ apps, days, email: values.email ?? "history@example.com" });
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
}

async function seedLocalDatabase(options: { apps: number; days: number; email: string }): Promise<void> {
  const log = (line: string) => console.log(line);
  log("Starting PostgreSQL …");
  const server = await startPostgres({ dataDir: join(DEFAULT_DATA_DIR, "postgres"), notify: log });
  const stop = () => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    await prepareDatabase(server, { fresh: false });
    const connection: ConnectionSettings = {
      ...server,
      database: DATABASE_NAME,
      tls: "off",
      prepare: true,
      connectTimeoutSeconds: 10,
      max: 1,
      applicationName: "seed-history",
    };
    const now = () => new Date();
    await migrate({ connection, now });
    const client = openClient(connection, null);
    try {
      const catalogue = createCatalogue(DEFAULT_CATALOGUE);
      await seedHistory(client, { ...options, catalogue, today: now(), passwords: createPasswords(BCRYPT_COST), log });
    } finally {
      await client.end({ timeout: 5 });
    }
    log("npm start serves it.");
  } finally {
    await server.stop();
  }
}
