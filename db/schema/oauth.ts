import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { clientKinds } from "../../lib/domain/oauth.ts";
import { bigintIdentity, bytea, createdAt, instant } from "./columns.ts";

export const oauthClients = pgTable("oauth_clients", {
  /** A random text, or the URL of the client's metadata document. */
  id: text("id").notNull(),
  kind: text("kind", { enum: clientKinds }).notNull(),
  /** The name that the client gives itself. Nobody has checked it. */
  name: text("name").notNull(),
  redirectUris: text("redirect_uris").array().notNull(),
  /** When the document must be read again. Null for a registered client. */
  readUntil: instant("read_until"),
  lastUsedAt: instant("last_used_at").notNull().defaultNow(),
  createdAt: createdAt(),
});

/** A row says that a user has allowed a client something. Its row of `access_tokens` has the abilities. */
export const oauthGrants = pgTable("oauth_grants", {
  tokenId: bigint("token_id", { mode: "number" }).notNull(),
  userId: integer("user_id").notNull(),
  clientId: text("client_id").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  /** The digest of what all refresh tokens of the grant share. A former one is known by it. */
  familySha256: bytea("family_sha256").notNull(),
  /** The digest of the rest of the one refresh token that is valid. */
  refreshSha256: bytea("refresh_sha256").notNull(),
  expiresAt: instant("expires_at").notNull(),
  /** Use does not extend the grant beyond this time. */
  absoluteExpiresAt: instant("absolute_expires_at").notNull(),
});

/**
 * Requests of clients for access to an account. If the user agrees, the row becomes a code, which the client exchanges
 * for tokens. It stays until a day after the code has expired, so that a second exchange is noticed.
 */
export const oauthRequests = pgTable("oauth_requests", {
  id: bigintIdentity(),
  sessionId: bytea("session_id").notNull(),
  userId: integer("user_id").notNull(),
  clientId: text("client_id").notNull(),
  clientName: text("client_name").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  state: text("state"),
  codeChallenge: text("code_challenge").notNull(),
  /** Those that the client wants, and then those that the user has allowed. */
  abilities: text("abilities", { enum: ["read", "write"] })
    .array()
    .notNull(),
  /** The digest of the secret of the page on which the user decides, and then of the code. */
  secretSha256: bytea("secret_sha256").notNull(),
  isAllowed: boolean("is_allowed").notNull().default(false),
  /** The token for which the code was exchanged. Null before. */
  tokenId: bigint("token_id", { mode: "number" }),
  expiresAt: instant("expires_at").notNull(),
});
