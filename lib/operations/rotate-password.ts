import * as z from "zod";

import type { Credentials } from "../../db/connect-with-credentials.ts";

/** What Secrets Manager sends, once for each step of a rotation, in this order; any of them may be sent again. */
export const rotatePasswordEvent = z.object({
  Step: z.enum(["createSecret", "setSecret", "testSecret", "finishSecret"]),
  /** The version of the secret that the rotation makes. */
  ClientRequestToken: z.string().min(1),
});

/** The versions of the secret that holds the credentials of the functions' role. */
export type SecretVersions = {
  readonly readCurrent: () => Promise<Credentials>;
  /** Returns undefined where the version does not exist. */
  readonly readPending: (version: string) => Promise<Credentials | undefined>;
  readonly writePending: (version: string, credentials: Credentials) => Promise<void>;
  /** Makes the version the current one. Does nothing when it is. */
  readonly promote: (version: string) => Promise<void>;
};

export type RotatePasswordDependencies = {
  readonly secret: SecretVersions;
  /** Creates the role where it does not exist, with the rights of the functions, and sets its password. */
  readonly setPassword: (credentials: Credentials) => Promise<void>;
  /** Throws when the database rejects the credentials. */
  readonly logIn: (credentials: Credentials) => Promise<void>;
  readonly newPassword: () => string;
};

const SECOND = "_2";

/**
 * Rotates between two roles with the same rights. Functions that still log in as the one before go on: its password
 * changes with the next rotation, and whoever is rejected then reads the secret again.
 */
export async function rotatePassword(
  { secret, setPassword, logIn, newPassword }: RotatePasswordDependencies,
  { Step, ClientRequestToken: version }: z.output<typeof rotatePasswordEvent>,
): Promise<void> {
  const pending = await secret.readPending(version);
  if (Step === "createSecret") {
    if (pending !== undefined) return;
    const { username } = await secret.readCurrent();
    await secret.writePending(version, { username: otherRole(username), password: newPassword() });
  } else if (Step === "setSecret") {
    if (pending === undefined) throw new TypeError(`The secret has no pending version ${version}.`);
    await setPassword(pending);
  } else if (Step === "testSecret") {
    // When a rotation is configured, Secrets Manager sends this step alone.
    await logIn(pending ?? (await secret.readCurrent()));
  } else await secret.promote(version);
}

function otherRole(username: string): string {
  return username.endsWith(SECOND) ? username.slice(0, -SECOND.length) : `${username}${SECOND}`;
}
