import { type SQL, sql } from "drizzle-orm";

import { knownAddresses } from "../../schema/accounts.ts";
import { type Placeholders, statement } from "../../statement.ts";

/** An account knows an address for this long after a login from it. */
export const KNOWN_ADDRESS_DAYS = 30;

/** The address with the oldest login is replaced when a user has more than these. */
const ADDRESSES_PER_USER_MAX = 100;

const knownFor = sql`make_interval(days => ${KNOWN_ADDRESS_DAYS})`.inlineParams();

/** The comparison with now() lets an index serve the upkeep. */
export const isNoLongerKnown = sql`${knownAddresses.lastLoginAt} <= now() - ${knownFor}`;

/** Returns a digest that covers the account, so that equal networks of two accounts differ. */
export function addressDigest(account: SQL, network: SQL): SQL {
  return sql`sha256(convert_to(${account} || '@' || ${network}, 'UTF8'))`;
}

export function insertKnownAddress(found: SQL): SQL {
  return sql`
    INSERT INTO ${knownAddresses} (user_id, address_sha256, last_login_at)
    SELECT id, ${addressDigest(sql`id`, sql`network`)}, clock_timestamp() FROM (${found}) found
    ON CONFLICT (user_id, address_sha256) DO UPDATE SET last_login_at = clock_timestamp()`;
}

export const rememberAddress = statement({
  name: "remember_address",
  effect: "writes",
  sql: ({ userId, network }: Placeholders<{ userId: number; network: string }>) => sql`
    WITH removed AS (
      DELETE FROM ${knownAddresses} WHERE (user_id, address_sha256) IN (
        SELECT user_id, address_sha256 FROM ${knownAddresses} WHERE ${knownAddresses.userId} = ${userId}::int
          AND ${knownAddresses.addressSha256} <> ${addressDigest(sql`${userId}::int`, sql`${network}::text`)}
        ORDER BY ${knownAddresses.lastLoginAt} DESC, ${knownAddresses.addressSha256}
        OFFSET ${ADDRESSES_PER_USER_MAX - 1} FOR UPDATE SKIP LOCKED)
    )
    ${insertKnownAddress(sql`SELECT ${userId}::int AS id, ${network}::text AS network`)}`,
});
