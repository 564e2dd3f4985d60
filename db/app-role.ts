import type { ConnectionSettings } from "./client.ts";
import { openClient } from "./client.ts";
import { scramVerifier } from "./scram-verifier.ts";

export type AppRole = { readonly username: string; readonly password: string };

/** Shorter than the lease of a sync, so that a statement that stalls does not outlive the lease. */
const STATEMENT_TIMEOUT = "20s";
const LOCK_TIMEOUT = "10s";

/**
 * Creates the role that the functions use, which reads and writes rows and changes no table. Sets its password, so that
 * a new secret takes effect with the next deployment.
 */
export async function ensureAppRole(connection: ConnectionSettings, role: AppRole): Promise<void> {
  const client = openClient({ ...connection, max: 1 });
  try {
    const [known] = await client`SELECT 1 FROM pg_roles WHERE rolname = ${role.username}`;
    // DDL takes no parameters: format() quotes the name and the verifier.
    const [statements] = await client<{ ddl: string }[]>`
      SELECT format(${known === undefined ? "CREATE ROLE %1$I;" : ""} ||
        'ALTER ROLE %1$I LOGIN PASSWORD %2$L;
         ALTER ROLE %1$I SET statement_timeout = %3$L; ALTER ROLE %1$I SET lock_timeout = %4$L;
         GRANT USAGE ON SCHEMA public TO %1$I;
         GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %1$I;
         GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %1$I;
         REVOKE ALL ON schema_migrations, schema_seeds FROM %1$I;',
        ${role.username}::text, ${scramVerifier(role.password)}::text, ${STATEMENT_TIMEOUT}::text, ${LOCK_TIMEOUT}::text) AS ddl`;
    await client.unsafe(statements?.ddl ?? "").simple();
  } finally {
    await client.end({ timeout: 5 });
  }
}
