import { sql } from "drizzle-orm";

import type { Db } from "../client.ts";
import { users } from "../schema/users.ts";
import type { NewToken } from "./access-tokens.ts";

export type UserRow = { readonly id: number; readonly name: string; readonly email: string };

/** The email's case does not matter. */
export async function findUserByEmail(db: Db, email: string): Promise<(UserRow & { password: string }) | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name, email: users.email, password: users.password })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
    .limit(1);
  return row;
}

type NewUser = {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly token: Omit<NewToken, "userId">;
};

/** Stores a user with a first token as one statement; undefined when the email is taken, by whomever came first. */
export async function insertUser(db: Db, user: NewUser): Promise<(UserRow & { tokenId: number }) | undefined> {
  const { token } = user;
  const [row] = await db.execute<UserRow & { tokenId: number }>(sql`
    WITH new_user AS (
      INSERT INTO users (name, email, password) VALUES (${user.name}, ${user.email}, ${user.passwordHash})
      ON CONFLICT (lower(email)) DO NOTHING
      RETURNING id, name, email
    ),
    new_token AS (
      INSERT INTO access_tokens (user_id, name, secret_sha256, abilities)
      SELECT id, ${token.name}, ${token.secretHash}::bytea, ${`{${token.abilities.join(",")}}`}::text[] FROM new_user
      RETURNING id
    )
    SELECT u.id, u.name, u.email, t.id::int AS "tokenId" FROM new_user u CROSS JOIN new_token t`);
  return row;
}
