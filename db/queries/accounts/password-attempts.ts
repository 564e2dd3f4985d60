import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";

import { knownAddresses, passwordAttempts } from "../../schema/accounts.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { addressDigest, isNoLongerKnown } from "./known-addresses.ts";

/** Wrong passwords for an account from one address, after which no more are compared until the window ends. */
export const ADDRESS_ATTEMPTS_MAX = 10;

/** The same limit for all addresses together that the account does not know. */
export const UNKNOWN_ATTEMPTS_MAX = 100;

/** The window begins with the first wrong password. */
export const PASSWORD_WINDOW_MINUTES = 15;

const windowLength = sql`make_interval(mins => ${PASSWORD_WINDOW_MINUTES})`.inlineParams();

/** The comparison with now() lets an index serve the upkeep. */
export const isAttemptWindowOver = sql`${passwordAttempts.windowStartedAt} <= now() - ${windowLength}`;

/** Returns a digest of the email, since not every email that is sent belongs to a user. */
export function loginAccount(email: SQL): SQL {
  return sql`('email:' || encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex'))`;
}

/** Returns another account than logins have, so that failed logins never lock out a user who is signed in. */
export function ownAccount(userId: SQL): SQL {
  return sql`('user:' || ${userId})`;
}

const countSchema = () =>
  z.object({
    attempts: z.int(),
    seconds_left: z.number(),
    /** It is null if this attempt does not count among unknown addresses. */
    unknown_attempts: z.int().nullable(),
    unknown_seconds_left: z.number().nullable(),
  });

export const loginAttempts = attemptsOf("login", loginAccount);
export const ownAttempts = attemptsOf("own_password", ownAccount);

export type PasswordAttempts = ReturnType<typeof attemptsOf>;

type Attempt = {
  readonly name: string;
  readonly network: string;
};

type CountedAttempt = Attempt & {
  readonly userId: number | null;
};

function attemptsOf(kind: string, accountOf: (name: SQL) => SQL) {
  const tried = ({ name, network }: Placeholders<Attempt>) => sql`
    tried AS MATERIALIZED (
      SELECT account, account || '@' || encode(${addressDigest(sql`account`, sql`${network}::text`)}, 'hex') AS here
      FROM (SELECT ${accountOf(sql`${name}::text`)} AS account) named
    )`;
  return {
    /**
     * Counts before the password is checked, so that simultaneous attempts count. One over the limit of its address
     * does not count among unknown addresses, so that few addresses cannot use up their limit.
     */
    count: statement({
      name: `count_${kind}_attempt`,
      effect: "writes",
      returns: "only",
      row: countSchema,
      sql: ({ name, network, userId }: Placeholders<CountedAttempt>) => sql`
        WITH ${tried({ name, network })},
        here AS (${countedOnce(sql`SELECT here, account FROM tried`)}),
        everywhere AS (${countedOnce(sql`
          SELECT account, account FROM tried WHERE (SELECT attempts FROM here) <= ${ADDRESS_ATTEMPTS_MAX}::int
            AND NOT EXISTS (
              SELECT 1 FROM ${knownAddresses} WHERE ${knownAddresses.userId} = ${userId}::int
                AND ${knownAddresses.addressSha256} = ${addressDigest(sql`${userId}::int`, sql`${network}::text`)}
                AND NOT ${isNoLongerKnown})`)})
        SELECT here.*, everywhere.attempts AS unknown_attempts, everywhere.seconds_left AS unknown_seconds_left
        FROM here LEFT JOIN everywhere ON true`,
    }),
    takeBack: statement({
      name: `take_back_${kind}_attempt`,
      effect: "writes",
      sql: ({ name, network, wasUnknown }: Placeholders<Attempt & { readonly wasUnknown: boolean }>) => sql`
        WITH ${tried({ name, network })},
        here AS (${uncounted(sql`(SELECT here FROM tried)`)} RETURNING 1)
        ${uncounted(sql`(
          SELECT account FROM tried WHERE ${wasUnknown}::boolean AND (SELECT count(*) FROM here) >= 0)`)}`,
    }),
  };
}

function countedOnce(rows: SQL): SQL {
  return sql`
    INSERT INTO ${passwordAttempts} (bucket, account, attempts, window_started_at)
    SELECT bucket, account, 1, clock_timestamp() FROM (${rows}) counted (bucket, account)
    ON CONFLICT (bucket) DO UPDATE SET
      account = excluded.account,
      attempts = CASE WHEN ${isAttemptWindowOver} THEN 1 ELSE ${passwordAttempts.attempts} + 1 END,
      window_started_at = CASE WHEN ${isAttemptWindowOver} THEN clock_timestamp()
        ELSE ${passwordAttempts.windowStartedAt} END
    RETURNING attempts,
      greatest(0, extract(epoch FROM window_started_at + ${windowLength} - clock_timestamp()))::float8 AS seconds_left`;
}

function uncounted(bucket: SQL): SQL {
  return sql`
    UPDATE ${passwordAttempts} SET attempts = ${passwordAttempts.attempts} - 1
    WHERE ${passwordAttempts.bucket} = ${bucket} AND ${passwordAttempts.attempts} > 0`;
}
