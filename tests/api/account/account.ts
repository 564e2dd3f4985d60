import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";

import { createPasswords } from "../../../lib/auth/password.ts";
import { type ApiDependencies, createApi, issueToken } from "../../support/api.ts";
import type { TestDb } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";

export const PASSWORD = "correct horse";

/** The address of requests with a token. */
export const HOME = "203.0.113.7";

/** bcrypt's least cost. */
const passwords = createPasswords(4);

/** A user with a password and a token, and requests that they send. */
export async function createAccount(db: TestDb, overrides: Partial<ApiDependencies> = {}) {
  const api = createApi(db, overrides);
  const user = await createUser(db, { password: await passwords.hash(PASSWORD) });
  const caller = { user, ...(await issueToken(db, user.id)) };
  const send = (method: string, path: string, body?: unknown, token = caller.token) =>
    api.request({ method, path, token, sourceIp: HOME, ...(body === undefined ? {} : { body }) });
  /** By default from another address each time, whose own limit is no matter here. */
  const logIn = (password: string, email = user.email, sourceIp: string = crypto.randomUUID()) =>
    api.request({ method: "POST", path: "/auth/login", body: { email, password }, sourceIp });
  return { db, api, user, caller, send, logIn };
}

/** Makes tokens those of one browser session. */
export async function addSession(
  db: TestDb,
  userId: number,
  tokens: readonly { readonly tokenId: number }[],
): Promise<void> {
  const id = randomBytes(32);
  await db.execute(sql`
    INSERT INTO sessions (id, user_id, expires_at) VALUES (${id}, ${userId}, now() + interval '1 hour')`);
  for (const { tokenId } of tokens)
    await db.execute(sql`UPDATE access_tokens SET session_id = ${id} WHERE id = ${tokenId}`);
}
