import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

import type { ConnectionSettings } from "./client.ts";
import { openClient } from "./client.ts";
import { codeOf } from "./error-code.ts";

export type AppRole = { readonly username: string; readonly password: string };

/** The timeout is shorter than a sync's lease, so that a stalled statement does not outlive the lease. */
const STATEMENT_TIMEOUT = "20s";
const LOCK_TIMEOUT = "10s";

/** Rights belong to a group, so that both roles of a rotation have them on the tables of each release. */
export async function ensureAppRole(connection: ConnectionSettings, role: AppRole): Promise<void> {
  const client = openClient({ ...connection, max: 1 });
  try {
    const group = rightsGroup(role.username);
    const roles = await client<{ name: string }[]>`
      SELECT rolname AS name FROM pg_roles WHERE rolname IN (${role.username}, ${group})`;
    const missing = (name: string) => !roles.some((known) => known.name === name);
    const creation = `${missing(group) ? "CREATE ROLE %5$I;" : ""}${missing(role.username) ? "CREATE ROLE %1$I;" : ""}`;
    // DDL takes no parameters, so format() quotes the values.
    const [statements] = await client<{ ddl: string }[]>`
      SELECT format(${creation} ||
        'ALTER ROLE %1$I LOGIN PASSWORD %2$L;
         ALTER ROLE %1$I SET statement_timeout = %3$L; ALTER ROLE %1$I SET lock_timeout = %4$L;
         GRANT %5$I TO %1$I;
         GRANT USAGE ON SCHEMA public TO %5$I;
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %5$I;
         GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %5$I;
         REVOKE ALL ON schema_migrations, schema_seeds FROM %5$I;',
        ${role.username}::text, ${scramVerifier(role.password)}::text,
        ${STATEMENT_TIMEOUT}::text, ${LOCK_TIMEOUT}::text, ${group}::text) AS ddl`;
    await client.unsafe(statements?.ddl ?? "").simple();
  } finally {
    await client.end({ timeout: 5 });
  }
}

const PASSWORD_REJECTED = "28P01";

/** Does nothing if the role has the password already. */
export async function changeOwnPassword(connection: ConnectionSettings, role: AppRole): Promise<void> {
  const client = openClient({ ...connection, max: 1 });
  try {
    // DDL takes no parameters, so format() quotes the values.
    const [statements] = await client<{ ddl: string }[]>`
      SELECT format('ALTER ROLE %I PASSWORD %L', ${role.username}::text, ${scramVerifier(role.password)}::text) AS ddl`;
    await client.unsafe(statements?.ddl ?? "").simple();
  } catch (error) {
    if (codeOf(error) !== PASSWORD_REJECTED) throw error;
    await logInAs(connection, role);
  } finally {
    await client.end({ timeout: 5 });
  }
}

export async function logInAs(connection: ConnectionSettings, role: AppRole): Promise<void> {
  const client = openClient({ ...connection, ...role, max: 1 });
  try {
    await client`SELECT 1`;
  } finally {
    await client.end({ timeout: 5 });
  }
}

function rightsGroup(username: string): string {
  return `${username.replace(/_2$/, "")}_rights`;
}

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Returns the form in which PostgreSQL stores a password, since `ALTER ROLE` would log the password itself. Generated
 * secrets are ASCII and need no normalisation.
 */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const parts = [
    `${ITERATIONS}:${Buffer.from(salt).toString("base64")}`,
    `${stored}:${keyOf("Server Key").toString("base64")}`,
  ];
  return `SCRAM-SHA-256$${parts.join("$")}`;
}
