import { sql } from "drizzle-orm";
import { beforeAll } from "vitest";

import { type TestDb, useClockedDatabase } from "../../support/database.ts";

/** Tables that only the holder of a run's lease writes. */
const guardedTables = ["app_metrics", "app_metric_changes", "app_store_listings", "app_store_listing_changes"] as const;

/** A database for a test file, which records what the workers of runs write. */
export function useAuditedDatabase() {
  const database = useClockedDatabase();
  beforeAll(() => installAudit(database().db));
  return database;
}

/**
 * Triggers that record every claim and every write of a run with the connection's application name, by which workers
 * are distinguished.
 */
async function installAudit(db: TestDb): Promise<void> {
  await db.execute(sql`CREATE TABLE audit (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, app_id integer NOT NULL, worker text NOT NULL,
    kind text NOT NULL, is_late boolean NOT NULL)`);
  await db.execute(sql`CREATE INDEX ON audit (app_id, kind, seq)`);
  await db.execute(sql`
    CREATE FUNCTION audit_run() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.lease_token IS DISTINCT FROM OLD.lease_token AND NEW.lease_token IS NOT NULL THEN
        INSERT INTO audit (app_id, worker, kind, is_late)
        VALUES (NEW.app_id, current_setting('application_name'), 'claim',
                coalesce(OLD.lease_until > clock_timestamp(), false));
      ELSIF NEW.run_id = OLD.run_id AND (NEW.completed_items, NEW.progress_done, NEW.current_step, NEW.identity_country)
          IS DISTINCT FROM (OLD.completed_items, OLD.progress_done, OLD.current_step, OLD.identity_country) THEN
        INSERT INTO audit (app_id, worker, kind, is_late)
        VALUES (NEW.app_id, current_setting('application_name'), 'write',
                coalesce(OLD.lease_until <= clock_timestamp(), true));
      END IF;
      RETURN NEW;
    END $$`);
  await db.execute(sql`CREATE TRIGGER audit BEFORE UPDATE ON sync_statuses FOR EACH ROW EXECUTE FUNCTION audit_run()`);
  await db.execute(sql`
    CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO audit (app_id, worker, kind, is_late)
      VALUES (NEW.app_id, current_setting('application_name'), TG_TABLE_NAME, false);
      RETURN NULL;
    END $$`);
  for (const table of guardedTables) {
    await db.execute(
      sql`CREATE TRIGGER audit AFTER INSERT OR UPDATE ON ${sql.identifier(table)} FOR EACH ROW EXECUTE FUNCTION audit_row()`,
    );
  }
}

/** Returns claims of a held lease, writes under an expired one, and writes of any worker but the last that claimed. */
export async function findUnlawfulWrites(db: TestDb, appId: number): Promise<readonly unknown[]> {
  return db.execute(sql`
    SELECT seq::int, worker, kind, is_late FROM (
      SELECT a.*, (SELECT c.worker FROM audit c WHERE c.app_id = a.app_id AND c.kind = 'claim' AND c.seq <= a.seq
                   ORDER BY c.seq DESC LIMIT 1) AS holder
      FROM audit a WHERE a.app_id = ${appId}) entries
    WHERE is_late OR worker IS DISTINCT FROM holder ORDER BY seq`);
}

export async function countAudited(
  db: TestDb,
  appId: number,
  worker: string,
): Promise<Readonly<Record<string, number>>> {
  const rows = await db.execute<{ kind: string; n: number }>(
    sql`SELECT kind, count(*)::int AS n FROM audit WHERE app_id = ${appId} AND worker = ${worker} GROUP BY kind`,
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}
