import * as z from "zod";

import type { Credentials } from "../../db/connect-with-credentials.ts";

/** Secrets Manager sends this for each step of a rotation, in this order, and may repeat any step. */
export const rotatePasswordEvent = z.object({
  SecretId: z.string().min(1),
  Step: z.enum(["createSecret", "setSecret", "testSecret", "finishSecret"]),
  ClientRequestToken: z.string().min(1),
});

export type SecretVersions = {
  readonly readCurrent: () => Promise<Credentials>;
  readonly readPending: (version: string) => Promise<Credentials | undefined>;
  readonly writePending: (version: string, credentials: Credentials) => Promise<void>;
  /** Makes the version the current one. Idempotent. */
  readonly promote: (version: string) => Promise<void>;
};

export type RotatedSecret = {
  readonly versions: SecretVersions;
  /** Returns the role of the version after that of a role. */
  readonly nextRole: (username: string) => string;
  /** Gives a role its password. Idempotent. */
  readonly setPassword: (credentials: Credentials) => Promise<void>;
};

export type RotatePasswordDependencies = {
  readonly findSecret: (secretId: string) => RotatedSecret;
  /** Throws if the database rejects the credentials. */
  readonly logIn: (credentials: Credentials) => Promise<void>;
  readonly newPassword: () => string;
};

const SECOND = "_2";

export async function rotatePassword(
  { findSecret, logIn, newPassword }: RotatePasswordDependencies,
  { SecretId, Step, ClientRequestToken: version }: z.output<typeof rotatePasswordEvent>,
): Promise<void> {
  const { versions, nextRole, setPassword } = findSecret(SecretId);
  const pending = await versions.readPending(version);
  if (Step === "createSecret") {
    if (pending !== undefined) return;
    const { username } = await versions.readCurrent();
    await versions.writePending(version, { username: nextRole(username), password: newPassword() });
  } else if (Step === "setSecret") {
    if (pending === undefined) throw new TypeError(`The secret has no pending version ${version}.`);
    await setPassword(pending);
  } else if (Step === "testSecret") {
    // Secrets Manager sends only this step when a rotation is configured.
    await logIn(pending ?? (await versions.readCurrent()));
  } else await versions.promote(version);
}

/**
 * Returns the other of two roles with the same rights. The previous role stays valid until the next rotation; a
 * function that is rejected then reads the secret again.
 */
export function otherRole(username: string): string {
  return username.endsWith(SECOND) ? username.slice(0, -SECOND.length) : `${username}${SECOND}`;
}
