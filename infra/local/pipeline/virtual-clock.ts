import { sql } from "drizzle-orm";

import { type ConnectionSettings, openClient } from "../../../db/client.ts";
import { chartSlots } from "../../../db/schema/charts.ts";
import { keywordSlots } from "../../../db/schema/keywords.ts";
import { publisherSlots } from "../../../db/schema/publishers.ts";
import { expressSlots, sweepSlots } from "../../../db/schema/sweeps.ts";
import { statement } from "../../../db/statement.ts";

/**
 * It stands still while the service works and then moves to the next event. A day then takes as long as its work, and
 * every rate, pause and limit keeps its length.
 */
export type VirtualClock = {
  /** Milliseconds since 1970. */
  readonly ms: () => number;
  readonly now: () => Date;
  moveTo(ms: number): Promise<void>;
  /** Gives new connections of the database the clock of the machine again, and leaves its tables as they were. */
  remove(): Promise<void>;
  stop(): Promise<void>;
};

/** Returns the clock of a database. Only later connections use it; they read the time from a table. */
export async function installClock(connection: ConnectionSettings, startMs: number): Promise<VirtualClock> {
  const client = openClient({ ...connection, max: 1 }, null);
  let ms = startMs;
  const write = () => client`UPDATE virtual_time.instant SET at = ${new Date(ms).toISOString()}`;
  await client.unsafe(INSTALLATION);
  await write();
  return {
    ms: () => ms,
    now: () => new Date(ms),
    async moveTo(nextMs) {
      if (nextMs === ms) return;
      ms = nextMs;
      await write();
    },
    remove: async () => void (await client.unsafe(REMOVAL)),
    stop: () => client.end({ timeout: 5 }),
  };
}

/** Resets the slots to the database's clock: the migration has created them by the clock of the machine. */
export const resetSlots = statement({
  name: "reset_slots",
  effect: "writes",
  sql: () => sql`
    WITH charts AS (UPDATE ${chartSlots} SET next_planned_at = now(), next_requested_at = now()),
    sweeps AS (UPDATE ${sweepSlots} SET next_planned_at = now()),
    publishers AS (UPDATE ${publisherSlots} SET next_planned_at = now()),
    keywords AS (UPDATE ${keywordSlots} SET next_planned_at = now(), next_requested_at = now())
    UPDATE ${expressSlots} SET next_planned_at = now()`,
});

/** The functions hide those of pg_catalog, which PostgreSQL searches first unless a path names it (17, 5.10.5). */
const INSTALLATION = `
  CREATE SCHEMA IF NOT EXISTS virtual_time;
  CREATE TABLE IF NOT EXISTS virtual_time.instant (at timestamptz NOT NULL);
  INSERT INTO virtual_time.instant SELECT 'epoch' WHERE NOT EXISTS (SELECT 1 FROM virtual_time.instant);
  CREATE OR REPLACE FUNCTION virtual_time.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT at FROM virtual_time.instant';
  CREATE OR REPLACE FUNCTION virtual_time.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT at FROM virtual_time.instant';
  DO $$
  DECLARE
    one record;
  BEGIN
    EXECUTE format('ALTER DATABASE %I SET search_path = virtual_time, pg_catalog, public', current_database());
    FOR one IN
      SELECT adrelid::regclass AS owner, attname, pg_get_expr(adbin, adrelid) AS clock FROM pg_attrdef
      JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE pg_get_expr(adbin, adrelid) IN ('now()', 'clock_timestamp()')
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT virtual_time.%s', one.owner, one.attname, one.clock);
    END LOOP;
  END $$`;

/** An expression names the schema of a function that its search path does not find. */
const REMOVAL = `
  DO $$
  DECLARE
    one record;
  BEGIN
    PERFORM set_config('search_path', 'pg_catalog', true);
    FOR one IN
      SELECT adrelid::regclass AS owner, attname, pg_get_expr(adbin, adrelid) AS clock FROM pg_attrdef
      JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE pg_get_expr(adbin, adrelid) LIKE 'virtual_time.%'
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', one.owner, one.attname,
        replace(one.clock, 'virtual_time.', 'pg_catalog.'));
    END LOOP;
    EXECUTE format('ALTER DATABASE %I RESET search_path', current_database());
    DROP SCHEMA virtual_time CASCADE;
  END $$`;
