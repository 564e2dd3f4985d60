import * as z from "zod";

import type { Credentials } from "../../db/connect-with-credentials.ts";

/** What Secrets Manager sends, once for each step of a rotation, in this order; any of them may be sent again. */
export const rotatePasswordEvent = z.object({
  /** ARN of the secret. */
  SecretId: z.string().min(1),
  Step: z.enum(["createSecret", "setSecret", "testSecret", "finishSecret"]),
  /** The version of the secret that the rotation makes. */
  ClientRequestToken: z.string().min(1),
});

/** The versions of a secret that holds the credentials of a role. */
export type SecretVersions = {
  readonly readCurrent: () => Promise<Credentials>;
  /** Returns undefined where the version does not exist. */
  readonly readPending: (version: string) => Promise<Credentials | undefined>;
  readonly writePending: (version: string, credentials: Credentials) => Promise<void>;
  /** Makes the version the current one. Does nothing when it is. */
  readonly promote: (version: string) => Promise<void>;
};

/** A secret that is rotated, and what its new version means. */
export type RotatedSecret = {
  readonly versions: SecretVersions;
  /** Returns the role of the version after that of a role. */
  readonly nextRole: (username: string) => string;
  /** Gives a role its password. Repeating it changes nothing. */
  readonly setPassword: (credentials: Credentials) => Promise<void>;
};

export type RotatePasswordDependencies = {
  /** Throws for a secret that is not ours. */
  readonly findSecret: (secretId: string) => RotatedSecret;
  /** Throws when the database rejects the credentials. */
  readonly logIn: (credentials: Credentials) => Promise<void>;
  readonly newPassword: () => string;
};

const SECOND = "_2";

/** Takes a step of the rotation of a password. */
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
    // When a rotation is configured, Secrets Manager sends this step alone.
    await logIn(pending ?? (await versions.readCurrent()));
  } else await versions.promote(version);
}

/**
 * Returns the other of two roles with the same rights. Functions that still log in as the one before go on: its password
 * changes with the next rotation, and whoever is rejected then reads the secret again.
 */
export function otherRole(username: string): string {
  return username.endsWith(SECOND) ? username.slice(0, -SECOND.length) : `${username}${SECOND}`;
}
