import type { Connection } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";
import type { MaintenanceEnvironment } from "./environment.ts";
import { readCredentials } from "./read-credentials.ts";

/** The service's database, to be connected once per environment. Nothing is read or opened before the first statement. */
export function connectDatabase(environment: MaintenanceEnvironment): Connection {
  return connectWithCredentials(
    {
      host: environment.DATABASE_HOST,
      port: environment.DATABASE_PORT,
      database: environment.DATABASE_NAME,
      tls: environment.DATABASE_TLS,
      prepare: environment.DATABASE_PREPARE === "on",
      connectTimeoutSeconds: environment.DATABASE_CONNECT_TIMEOUT_SECONDS,
      applicationName: `shelfwatch-${environment.STAGE}`,
    },
    () => readCredentials(environment.DATABASE_SECRET_ARN),
  );
}
