import { insertToken } from "../../db/queries/accounts/access-tokens.ts";
import { formatToken, hashSecret, LOGIN_TOKEN, newTokenSecret } from "./access-token.ts";
import type { AuthDependencies, Session } from "./register-user.ts";
import { type Login, verifyPassword } from "./verify-password.ts";

export async function logIn(deps: AuthDependencies, input: Login): Promise<Session> {
  const user = await verifyPassword(deps, input);
  const secret = newTokenSecret(deps.randomBytes);
  const id = await insertToken(deps.db, { ...LOGIN_TOKEN, userId: user.id, secretHash: hashSecret(secret) });
  return { user, token: formatToken({ id, secret }) };
}
