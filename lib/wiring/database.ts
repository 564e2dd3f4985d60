import { readFileSync } from "node:fs";

import type { Connection, ConnectionSettings } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";
import { readCredentials } from "./credentials.ts";
import type { DatabaseEnvironment } from "./environment.ts";

/** Connects to the database once per environment. The first statement opens the connection. */
export function connectDatabase(environment: DatabaseEnvironment): Connection {
  const { prepare, connectTimeoutSeconds } = environment.DATABASE_SETTINGS;
  return connectWithCredentials(
    {
      ...databaseServer(environment),
      prepare: prepare === "on",
      connectTimeoutSeconds,
      applicationName: `shelfwatch-${environment.STAGE}`,
    },
    () => readCredentials(environment.DATABASE_SECRET_ARN),
  );
}

export function databaseServer(
  environment: DatabaseEnvironment,
): Pick<ConnectionSettings, "host" | "port" | "database" | "tls"> {
  return {
    host: environment.DATABASE_HOST,
    port: environment.DATABASE_PORT,
    database: environment.DATABASE_NAME,
    tls: environment.DATABASE_SETTINGS.tls === "off" ? "off" : { authorities: readRdsAuthorities() },
  };
}

/**
 * The certificate authorities of Amazon RDS in this region, which Node lacks. Each region has a file beside the bundle;
 * reading all would make a cold start twenty times as long.
 */
function readRdsAuthorities(): string {
  return readFileSync(new URL(`./rds-authorities/${process.env.AWS_REGION}.pem`, import.meta.url), "utf8");
}
