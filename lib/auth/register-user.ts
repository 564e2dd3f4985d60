import type { Db } from "../../db/client.ts";
import { findUserByEmail, insertUser, type UserRow } from "../../db/queries/accounts/users.ts";
import { type AppError, invalidInput, registrationClosed } from "../errors.ts";
import { formatToken, hashSecret, LOGIN_TOKEN, newTokenSecret } from "./access-token.ts";
import type { Passwords } from "./password.ts";

export type AuthDependencies = {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly randomBytes: (size: number) => Buffer;
};

export type RegistrationSetting = { readonly registration: "open" | "closed" };

export type Registration = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly network: string;
};

export type Session = { readonly user: UserRow; readonly token: string };

/** Creates a user and their first token. Of concurrent requests for one email, exactly one succeeds. */
export async function registerUser(
  deps: AuthDependencies & RegistrationSetting,
  input: Registration,
): Promise<Session> {
  const { name, email, network } = input;
  if (deps.registration === "closed") throw registrationClosed();
  if ((await findUserByEmail(deps.db, { email })) !== undefined) throw emailTaken();

  const passwordHash = await deps.passwords.hash(input.password);
  const secret = newTokenSecret(deps.randomBytes);
  const token = { ...LOGIN_TOKEN, secretHash: hashSecret(secret) };
  const created = await insertUser(deps.db, { name, email, network, passwordHash, token });

  if (created === undefined) throw emailTaken();
  return { user: created, token: formatToken({ id: created.token_id, secret }) };
}

export function emailTaken(): AppError {
  return invalidInput({ email: ["The email has already been taken."] });
}
