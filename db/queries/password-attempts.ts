import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { PASSWORD_WINDOW_MINUTES } from "../../lib/domain/password-attempts.ts";
import { passwordAttempts } from "../schema/accounts.ts";
import { type Placeholders, statement } from "../statement.ts";

const windowLength = sql`make_interval(mins => ${PASSWORD_WINDOW_MINUTES})`.inlineParams();

/** Whether the window of an account has ended. Of now(), so that an index serves the upkeep. */
export const isAttemptWindowOver = sql`${passwordAttempts.windowStartedAt} <= now() - ${windowLength}`;

/** Returns the bucket of logins with an email: of its digest, since not every email that is sent belongs to a user. */
export function loginBucket(email: SQL): SQL {
  return sql`('email:' || encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex'))`;
}

/** Returns the bucket of a signed-in user. It is another one, so that failed logins lock nobody out who is signed in. */
export function ownBucket(userId: SQL): SQL {
  return sql`('user:' || ${userId})`;
}

export const loginAttempts = attemptsIn("login", ({ email }: Placeholders<{ email: string }>) =>
  loginBucket(sql`${email}::text`),
);

export const ownAttempts = attemptsIn("own_password", ({ userId }: Placeholders<{ userId: number }>) =>
  ownBucket(sql`${userId}::int`),
);

/** Statements that count the passwords which are tried in one kind of bucket. */
export type PasswordAttempts<Input extends object> = ReturnType<typeof attemptsIn<Input>>;

function attemptsIn<Input extends object>(kind: string, bucketOf: (input: Placeholders<Input>) => SQL) {
  return {
    /** Counts an attempt before it is known whether the password is right: simultaneous ones count as well. */
    count: statement({
      name: `count_${kind}_attempt`,
      effect: "writes",
      returns: "only",
      row: () => z.object({ attempts: z.int(), secondsLeft: z.number() }),
      sql: (input: Placeholders<Input>) => sql`
        INSERT INTO ${passwordAttempts} (bucket, attempts, window_started_at)
        VALUES (${bucketOf(input)}, 1, clock_timestamp())
        ON CONFLICT (bucket) DO UPDATE SET
          attempts = CASE WHEN ${isAttemptWindowOver} THEN 1 ELSE ${passwordAttempts.attempts} + 1 END,
          window_started_at = CASE WHEN ${isAttemptWindowOver} THEN clock_timestamp()
            ELSE ${passwordAttempts.windowStartedAt} END
        RETURNING attempts,
          greatest(0, extract(epoch FROM window_started_at + ${windowLength} - clock_timestamp()))::float8 AS "secondsLeft"`,
    }),
    /** Takes back an attempt whose password was right. Those that were wrong stay until the window ends. */
    takeBack: statement({
      name: `take_back_${kind}_attempt`,
      effect: "writes",
      sql: (input: Placeholders<Input>) => sql`
        UPDATE ${passwordAttempts} SET attempts = ${passwordAttempts.attempts} - 1
        WHERE ${passwordAttempts.bucket} = ${bucketOf(input)} AND ${passwordAttempts.attempts} > 0`,
    }),
  };
}
