import { type SQL, sql } from "drizzle-orm";

import { KNOWN_ADDRESS_DAYS } from "../../../lib/domain/password-attempts.ts";
import { knownAddresses } from "../../schema/accounts.ts";
import { type Placeholders, statement } from "../../statement.ts";

/** Addresses that one user can have; the one whose login is longest ago gives way to a new one. */
const ADDRESSES_PER_USER_MAX = 100;

const knownFor = sql`make_interval(days => ${KNOWN_ADDRESS_DAYS})`.inlineParams();

/** True when the last login is too long ago. It compares with now(), so that an index serves the upkeep. */
export const isNoLongerKnown = sql`${knownAddresses.lastLoginAt} <= now() - ${knownFor}`;

/** Returns the digest of a network for one account. Each account has its own, so that digests name no network. */
export function addressDigest(account: SQL, network: SQL): SQL {
  return sql`sha256(convert_to(${account} || '@' || ${network}, 'UTF8'))`;
}

/** Returns the insertion of an address for the users of a query of `id` and `network`. */
export function insertKnownAddress(found: SQL): SQL {
  return sql`
    INSERT INTO ${knownAddresses} (user_id, address_sha256, last_login_at)
    SELECT id, ${addressDigest(sql`id`, sql`network`)}, clock_timestamp() FROM (${found}) found
    ON CONFLICT (user_id, address_sha256) DO UPDATE SET last_login_at = clock_timestamp()`;
}

/** Notes that a user has logged in from a network, and deletes their surplus addresses. */
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
