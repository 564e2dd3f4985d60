import { insertToken } from "../../db/queries/access-tokens.ts";
import { findUserByEmail } from "../../db/queries/users.ts";
import { AppError } from "../errors.ts";
import { formatToken, hashSecret, LOGIN_TOKEN, newTokenSecret } from "./access-token.ts";
import type { AuthDependencies, Session } from "./register-user.ts";

/** Issues a new token. An unknown email and a wrong password are refused alike, in the same words and the same time. */
export async function logIn(
  deps: AuthDependencies,
  input: { readonly email: string; readonly password: string },
): Promise<Session> {
  const user = await findUserByEmail(deps.db, input.email);
  const isRight = await deps.passwords.matches(input.password, user?.password);
  if (user === undefined || !isRight) {
    throw new AppError("unauthenticated", "The email or the password is wrong.");
  }

  const secret = newTokenSecret(deps.randomBytes);
  const id = await insertToken(deps.db, { ...LOGIN_TOKEN, userId: user.id, secretHash: hashSecret(secret) });
  return { user, token: formatToken({ id, secret }) };
}
