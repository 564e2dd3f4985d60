import { readFileSync } from "node:fs";

import * as z from "zod";

import type { Connection, ConnectionSettings } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";
import type { DatabaseEnvironment } from "./environment.ts";

/** Connects to the service's database, once per environment. The first statement opens the connection. */
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

/** Returns where the database is and which certificates a function trusts to name it. */
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
 * The certificate authorities of Amazon RDS in this region, which Node does not know. They lie beside the bundle, one
 * file per region: reading all of them would make a cold start twenty times as long.
 */
function readRdsAuthorities(): string {
  return readFileSync(new URL(`./rds-authorities/${process.env.AWS_REGION}.pem`, import.meta.url), "utf8");
}

const credentialsSchema = () => z.object({ username: z.string().min(1), password: z.string().min(1) });

const SECRET_TIMEOUT_MS = 6_000;
const SECRET_ATTEMPTS_MAX = 2;

/** The credentials of the database cannot be read for now. */
export class CredentialsUnavailableError extends Error {
  override readonly name = "CredentialsUnavailableError";
  readonly code = "CREDENTIALS_UNAVAILABLE";
}

/** Reads the credentials of a database role from the secret that holds `{"username", "password"}`. */
export async function readCredentials(secretArn: string) {
  // In a chunk of its own: a function that finds its connection open never loads the client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient({ maxAttempts: SECRET_ATTEMPTS_MAX });
  try {
    const command = new GetSecretValueCommand({ SecretId: secretArn });
    const secret = await client.send(command, { abortSignal: AbortSignal.timeout(SECRET_TIMEOUT_MS) });
    return credentialsSchema().parse(JSON.parse(secret.SecretString ?? "{}"));
  } catch (cause) {
    throw new CredentialsUnavailableError("The database credentials could not be read.", { cause });
  } finally {
    client.destroy();
  }
}
