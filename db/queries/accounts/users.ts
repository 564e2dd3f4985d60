import { sql } from "drizzle-orm";
import * as z from "zod";

import { projection, type RowOf } from "../../projection.ts";
import { accessTokens, sessions, users } from "../../schema/accounts.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { abilityArray, type NewToken } from "./access-tokens.ts";
import { insertKnownAddress } from "./known-addresses.ts";
import { type SessionLifetime, sessionEnds } from "./sessions.ts";

const user = projection({ id: users.id, name: users.name, email: users.email });
const userWithPassword = projection({ ...user.fields, password: users.password });
export type UserRow = RowOf<typeof user>;

export const findUserByEmail = statement({
  name: "find_user_by_email",
  effect: "reads",
  returns: "first",
  row: userWithPassword.row,
  sql: ({ email }: Placeholders<{ email: string }>) => sql`
    SELECT ${userWithPassword.columns} FROM ${users} WHERE lower(${users.email}) = lower(${email}) LIMIT 1`,
});

type NewUser = {
  readonly network: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly token: Omit<NewToken, "userId">;
};

type UserValues = Omit<NewUser, "token"> & {
  readonly tokenName: string;
  readonly secretHash: Uint8Array;
  readonly abilities: string;
};

const insertWithToken = statement({
  name: "insert_user",
  effect: "writes",
  row: () => user.row().extend({ token_id: z.int() }),
  sql: ({ name, email, passwordHash, network, tokenName, secretHash, abilities }: Placeholders<UserValues>) => sql`
    WITH new_user AS (
      INSERT INTO ${users} (name, email, password) VALUES (${name}, ${email}, ${passwordHash})
      ON CONFLICT (lower(email)) DO NOTHING
      RETURNING ${user.columns}
    ),
    known_address AS (${insertKnownAddress(sql`SELECT id, ${network}::text AS network FROM new_user`)}),
    new_token AS (
      INSERT INTO ${accessTokens} (user_id, name, secret_sha256, abilities)
      SELECT id, ${tokenName}, ${secretHash}::bytea, ${abilities}::text[] FROM new_user
      RETURNING id
    )
    SELECT new_user.*, new_token.id::int AS token_id FROM new_user CROSS JOIN new_token`,
});

export async function insertUser(db: Db, newUser: NewUser): Promise<(UserRow & { token_id: number }) | undefined> {
  const { token, ...values } = newUser;
  const { name: tokenName, secretHash, abilities } = token;
  const [row] = await insertWithToken(db, { ...values, tokenName, secretHash, abilities: abilityArray(abilities) });
  return row;
}

export const insertUserWithoutSession = statement({
  name: "insert_user_without_session",
  effect: "writes",
  returns: "first",
  row: user.row,
  sql: ({ name, email, passwordHash }: Placeholders<Pick<NewUser, "name" | "email" | "passwordHash">>) => sql`
    INSERT INTO ${users} (name, email, password) VALUES (${name}, ${email}, ${passwordHash})
    ON CONFLICT (lower(email)) DO NOTHING
    RETURNING ${user.columns}`,
});

type NewUserOfSession = Omit<NewUser, "token"> & SessionLifetime & { readonly sessionIdHash: Uint8Array };

export const insertUserWithSession = statement({
  name: "insert_user_with_session",
  effect: "writes",
  returns: "first",
  row: user.row,
  sql: (placeholders: Placeholders<NewUserOfSession>) => sql`
    WITH new_user AS (
      INSERT INTO ${users} (name, email, password)
      VALUES (${placeholders.name}, ${placeholders.email}, ${placeholders.passwordHash})
      ON CONFLICT (lower(email)) DO NOTHING
      RETURNING ${user.columns}
    ),
    known_address AS (${insertKnownAddress(sql`SELECT id, ${placeholders.network}::text AS network FROM new_user`)}),
    new_session AS (
      INSERT INTO ${sessions} (id, user_id, expires_at, absolute_expires_at)
      SELECT ${placeholders.sessionIdHash}::bytea, id, ${sessionEnds(placeholders)} FROM new_user
    )
    SELECT id, name, email FROM new_user`,
});
