import * as z from "zod";

export const credentialsSchema = () => z.object({ username: z.string().min(1), password: z.string().min(1) });

const SECRET_TIMEOUT_MS = 6_000;
const SECRET_ATTEMPTS_MAX = 2;

export class CredentialsUnavailableError extends Error {
  override readonly name = "CredentialsUnavailableError";
  readonly code = "CREDENTIALS_UNAVAILABLE";
}

export async function readCredentials(secretArn: string) {
  // A separate chunk, so that a function with an open connection never loads the client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import("@aws-sdk/client-secrets-manager");
  const client = new SecretsManagerClient({ maxAttempts: SECRET_ATTEMPTS_MAX });
  try {
    const command = new GetSecretValueCommand({ SecretId: secretArn });
    const secret = await client.send(command, { abortSignal: AbortSignal.timeout(SECRET_TIMEOUT_MS) });
    return credentialsSchema().parse(JSON.parse(secret.SecretString ?? "{}"));
  } catch (cause) {
    throw new CredentialsUnavailableError("The credentials could not be read from their secret.", { cause });
  } finally {
    client.destroy();
  }
}
