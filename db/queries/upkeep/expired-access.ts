import { sql } from "drizzle-orm";
import * as z from "zod";

import { UNUSED_CLIENT_DAYS } from "../../../lib/domain/oauth.ts";
import {
  accessTokens,
  emailConfirmations,
  knownAddresses,
  passwordAttempts,
  rateLimits,
  sessions,
} from "../../schema/accounts.ts";
import { oauthClients, oauthGrants, oauthRequests } from "../../schema/oauth.ts";
import { type Placeholders, statement } from "../../statement.ts";
import { isNoLongerKnown } from "../accounts/known-addresses.ts";
import { isAttemptWindowOver } from "../accounts/password-attempts.ts";
import { isWindowOfAnyBucketOver } from "../accounts/rate-limits.ts";
import { batch, deletion } from "./deletion.ts";

const keptUnused = sql`make_interval(days => ${UNUSED_CLIENT_DAYS})`.inlineParams();

/** An index serves now(), but not clock_timestamp(), which differs for each row. */
export const deleteExpiredSessions = deletion({
  name: "delete_expired_sessions",
  table: sessions,
  oldestBy: sessions.expiresAt,
  isExpired: () => sql`${sessions.expiresAt} <= now()`,
});

export const deleteExpiredTokens = deletion({
  name: "delete_expired_tokens",
  table: accessTokens,
  oldestBy: accessTokens.expiresAt,
  isExpired: () => sql`${accessTokens.expiresAt} <= now()
    AND NOT EXISTS (SELECT 1 FROM ${oauthGrants} WHERE ${oauthGrants.tokenId} = ${accessTokens.id})`,
});

/** The token of a grant that has ended is one that has expired. */
export const deleteExpiredGrants = deletion({
  name: "delete_expired_grants",
  table: oauthGrants,
  oldestBy: oauthGrants.expiresAt,
  isExpired: () => sql`${oauthGrants.expiresAt} <= now()`,
});

/** A day longer, so that a code that is used again ends its grant. */
export const deleteExpiredRequests = deletion({
  name: "delete_expired_requests",
  table: oauthRequests,
  oldestBy: oauthRequests.expiresAt,
  isExpired: () => sql`${oauthRequests.expiresAt} <= now() - interval '1 day'`,
});

/** A registered client with a grant stays, so that its user can connect it again. */
export const deleteUnusedClients = deletion({
  name: "delete_unused_clients",
  table: oauthClients,
  oldestBy: oauthClients.lastUsedAt,
  isExpired: () => sql`${oauthClients.lastUsedAt} <= now() - ${keptUnused} AND ${oauthClients.readUntil} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${oauthGrants} WHERE ${oauthGrants.clientId} = ${oauthClients.id})`,
});

/** A document is read again when its client is next used. */
export const deleteOldDocuments = deletion({
  name: "delete_old_documents",
  table: oauthClients,
  oldestBy: oauthClients.readUntil,
  isExpired: () => sql`${oauthClients.readUntil} <= now()`,
});

export const deletePasswordAttempts = deletion({
  name: "delete_password_attempts",
  table: passwordAttempts,
  oldestBy: passwordAttempts.windowStartedAt,
  isExpired: () => isAttemptWindowOver,
});

export const deleteKnownAddresses = deletion({
  name: "delete_known_addresses",
  table: knownAddresses,
  oldestBy: knownAddresses.lastLoginAt,
  isExpired: () => isNoLongerKnown,
});

/** A day longer, since it counts the links of a day. */
export const deleteConfirmations = deletion({
  name: "delete_confirmations",
  table: emailConfirmations,
  oldestBy: emailConfirmations.expiresAt,
  isExpired: () => sql`${emailConfirmations.expiresAt} <= now() - interval '1 day'`,
});

/**
 * `last` is null at the end. An index on the start would be written with every window, so the key gives the order.
 * Deletion checks again, since a window may have been reopened.
 */
export const deleteExpiredWindows = statement({
  name: "delete_expired_windows",
  effect: "writes",
  returns: "only",
  row: () => z.object({ deleted: z.int(), last: z.string().nullable() }),
  sql: ({ bucket }: Placeholders<{ bucket: string }>) => sql`
    WITH seen AS MATERIALIZED (
      SELECT bucket, ctid AS place, ${isWindowOfAnyBucketOver()} AS is_over FROM ${rateLimits}
      WHERE ${rateLimits.bucket} > ${bucket} ORDER BY ${rateLimits.bucket} ${batch}
    ),
    deleted AS (
      DELETE FROM ${rateLimits}
      WHERE ctid = ANY (ARRAY(SELECT place FROM seen WHERE is_over)) AND ${isWindowOfAnyBucketOver()}
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM deleted) AS deleted, (SELECT max(bucket) FROM seen) AS last`,
});
