import * as z from "zod";

import type { Connection } from "../../db/client.ts";
import { connectWithCredentials } from "../../db/connect-with-credentials.ts";
import type { MaintenanceEnvironment } from "./environment.ts";

const credentialsSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });

const SECRET_TIMEOUT_MS = 3_000;
const SECRET_ATTEMPTS_MAX = 2;

/** The credentials of the database cannot be read for now. */
export class CredentialsUnavailableError extends Error {
  override readonly name = "CredentialsUnavailableError";
  readonly code = "CREDENTIALS_UNAVAILABLE";
}

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

async function readCredentials(secretArn: string) {
  // In a chunk of its own: a function that finds its connection open never loads the client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient({ maxAttempts: SECRET_ATTEMPTS_MAX });
  try {
    const command = new GetSecretValueCommand({ SecretId: secretArn });
    const secret = await client.send(command, { abortSignal: AbortSignal.timeout(SECRET_TIMEOUT_MS) });
    return credentialsSchema.parse(JSON.parse(secret.SecretString ?? "{}"));
  } catch (cause) {
    throw new CredentialsUnavailableError("The database credentials could not be read.", { cause });
  } finally {
    client.destroy();
  }
}
