import type { Connection, ConnectionSettings } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";
import { readRdsAuthorities } from "./certificate-authorities.ts";
import type { DatabaseEnvironment } from "./environment.ts";
import { readCredentials } from "./read-credentials.ts";

/** The service's database, to be connected once per environment. No connection is opened before the first statement. */
export function connectDatabase(environment: DatabaseEnvironment): Connection {
  return connectWithCredentials(
    {
      host: environment.DATABASE_HOST,
      port: environment.DATABASE_PORT,
      database: environment.DATABASE_NAME,
      tls: databaseTls(environment),
      prepare: environment.DATABASE_PREPARE === "on",
      connectTimeoutSeconds: environment.DATABASE_CONNECT_TIMEOUT_SECONDS,
      applicationName: `shelfwatch-${environment.STAGE}`,
    },
    () => readCredentials(environment.DATABASE_SECRET_ARN),
  );
}

/** Whom a function trusts to name the database. */
export function databaseTls({ DATABASE_TLS }: Pick<DatabaseEnvironment, "DATABASE_TLS">): ConnectionSettings["tls"] {
  return DATABASE_TLS === "off" ? "off" : { authorities: readRdsAuthorities(process.env.AWS_REGION) };
}
