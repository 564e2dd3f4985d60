import { sql } from "drizzle-orm";
import * as z from "zod";

import { accessTokens, sessions, users } from "../../schema/accounts.ts";
import { columns, type Db, type Placeholders, statement } from "../../statement.ts";
import { abilityArray, type NewToken } from "./access-tokens.ts";
import { insertKnownAddress } from "./known-addresses.ts";
import { type SessionLifetime, sessionEnds } from "./sessions.ts";

const userSchema = () => z.object({ id: z.int(), name: z.string(), email: z.string() });
export type UserRow = Readonly<z.infer<ReturnType<typeof userSchema>>>;

/** Finds a user by email in any case. */
export const findUserByEmail = statement({
  name: "find_user_by_email",
  effect: "reads",
  returns: "first",
  row: () => userSchema().extend({ password: z.string() }),
  sql: ({ email }: Placeholders<{ email: string }>) => sql`
    SELECT ${columns({ id: users.id, name: users.name, email: users.email, password: users.password })}
    FROM ${users} WHERE lower(${users.email}) = lower(${email}) LIMIT 1`,
});

type NewUser = {
  /** From which they register. */
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
  row: () => userSchema().extend({ tokenId: z.int() }),
  sql: ({ name, email, passwordHash, network, tokenName, secretHash, abilities }: Placeholders<UserValues>) => sql`
    WITH new_user AS (
      INSERT INTO ${users} (name, email, password) VALUES (${name}, ${email}, ${passwordHash})
      ON CONFLICT (lower(email)) DO NOTHING
      RETURNING id, name, email
    ),
    known_address AS (${insertKnownAddress(sql`SELECT id, ${network}::text AS network FROM new_user`)}),
    new_token AS (
      INSERT INTO ${accessTokens} (user_id, name, secret_sha256, abilities)
      SELECT id, ${tokenName}, ${secretHash}::bytea, ${abilities}::text[] FROM new_user
      RETURNING id
    )
    SELECT u.id, u.name, u.email, t.id::int AS "tokenId" FROM new_user u CROSS JOIN new_token t`,
});

/** Stores a user with a first token and the address as one statement. Returns undefined when the email is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<(UserRow & { tokenId: number }) | undefined> {
  const { token, ...values } = user;
  const { name: tokenName, secretHash, abilities } = token;
  const [row] = await insertWithToken(db, { ...values, tokenName, secretHash, abilities: abilityArray(abilities) });
  return row;
}

/** Stores a user who has not logged in yet. Returns undefined when the email is taken. */
export const insertUserWithoutSession = statement({
  name: "insert_user_without_session",
  effect: "writes",
  returns: "first",
  row: userSchema,
  sql: ({ name, email, passwordHash }: Placeholders<Pick<NewUser, "name" | "email" | "passwordHash">>) => sql`
    INSERT INTO ${users} (name, email, password) VALUES (${name}, ${email}, ${passwordHash})
    ON CONFLICT (lower(email)) DO NOTHING
    RETURNING id, name, email`,
});

type NewUserOfSession = Omit<NewUser, "token"> & SessionLifetime & { readonly sessionIdHash: Uint8Array };

/** Stores a user with a first browser session and the address as one statement. Returns undefined when the email is taken. */
export const insertUserWithSession = statement({
  name: "insert_user_with_session",
  effect: "writes",
  returns: "first",
  row: userSchema,
  sql: (placeholders: Placeholders<NewUserOfSession>) => sql`
    WITH new_user AS (
      INSERT INTO ${users} (name, email, password) VALUES (${placeholders.name}, ${placeholders.email}, ${placeholders.passwordHash})
      ON CONFLICT (lower(email)) DO NOTHING
      RETURNING id, name, email
    ),
    known_address AS (${insertKnownAddress(sql`SELECT id, ${placeholders.network}::text AS network FROM new_user`)}),
    new_session AS (
      INSERT INTO ${sessions} (id, user_id, expires_at, absolute_expires_at)
      SELECT ${placeholders.sessionIdHash}::bytea, id, ${sessionEnds(placeholders)} FROM new_user
    )
    SELECT id, name, email FROM new_user`,
});
