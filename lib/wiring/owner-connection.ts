import type { ConnectionSettings } from "../../db/client.ts";
import { readCredentials } from "./credentials.ts";
import { databaseServer } from "./database.ts";
import type { DatabaseEnvironment } from "./environment.ts";

/** Seconds to wait for a database that is resuming or being created. */
const CONNECT_TIMEOUT_SECONDS = 60;

export async function ownerConnection(environment: DatabaseEnvironment): Promise<ConnectionSettings> {
  return {
    ...(await readCredentials(environment.DATABASE_SECRET_ARN)),
    ...databaseServer(environment),
    prepare: false,
    connectTimeoutSeconds: CONNECT_TIMEOUT_SECONDS,
    applicationName: `shelfwatch-${environment.STAGE}-migrate`,
  };
}
