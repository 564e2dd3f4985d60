import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod";

import type { PendingDays } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { platformPauses } from "../../schema/stores.ts";
import { type Db, jsonObject, onlyRow, type Placeholders, statement } from "../../statement.ts";
import { isNotPaused, pausedSince } from "../budgets/platform-pauses.ts";
import { columnIn, type FetchKey, type FetchKind, keyIn, nameOf } from "./fetch-kind.ts";
import { isDue, isPending, isQueued, isWaiting } from "./fetch-states.ts";
import { isLeaseFree } from "./leases.ts";

type DaysOfPlatform = PendingDays & { readonly platform: Platform };

type DueSelection = DaysOfPlatform & {
  readonly horizonSeconds: number;
  readonly firstSeconds: number;
  readonly resendSeconds: number;
};

const pause = alias(platformPauses, "pause");

/** More than the past fetches of a platform. */
const MISSED_MAX = 20_000;

export function dueFetches<Key extends FetchKey, Work>(kind: FetchKind<Key, Work>) {
  const { table, slots, name, includes = sql`true`, place = table.nextAttemptAt } = kind;
  const { platform, [kind.day]: day } = kind.key;
  const keyColumns = Object.values<PgColumn>(kind.key);
  const columns = listed(keyColumns);
  const names = listed(keyColumns.map(nameOf));
  const grouped = kind.group && nameOf(kind.group.column);
  /** Columns that are equal in all rows of a group, in the order of sending. */
  const fetchColumns =
    kind.group === undefined
      ? names
      : listed([
          ...kind.group.within.map((field) => nameOf(kind.key[field])),
          sql`${grouped}`,
          ...Object.entries<PgColumn>(kind.key)
            .filter(([field]) => !kind.group?.within.includes(field))
            .map(([, column]) => sql`CASE WHEN ${grouped} IS NULL THEN ${nameOf(column)} END`),
        ]);

  /** Rows of a group are due together with the first one, though each was written at its own time. */
  const together =
    kind.group === undefined
      ? sql`SELECT * FROM due`
      : sql`SELECT ${names}, ${grouped}, min(seconds) OVER (PARTITION BY ${fetchColumns}) AS seconds FROM due`;
  /** The limit may have cut a group, so its other rows are added. */
  const whole =
    kind.group === undefined
      ? sql`SELECT * FROM given`
      : sql`
        SELECT ${names}, slot FROM given WHERE ${grouped} IS NULL
        UNION
        SELECT ${columns}, given.slot FROM given JOIN ${table} ON ${kind.group.column} = given.${grouped}
          AND ${isSame(
            kind.group.within.map((field) => kind.key[field]),
            "given",
          )}
        WHERE ${isWaiting(table)}`;

  /**
   * The platform's row of slots is locked, so that only one dispatch at a time gives slots. The newest day goes first,
   * and overdue fetches go before future ones.
   */
  const take = statement({
    name: `take_due_${name.many}`,
    effect: "writes",
    row: () => z.object({ key: kind.keySchema(), delay_seconds: z.number() }),
    sql: (due: Placeholders<DueSelection & { gapSeconds: number; rowsMax: number; onlyWhereIdle: boolean }>) => sql`
      WITH slots AS MATERIALIZED (
        SELECT greatest(0, extract(epoch FROM ${slots.nextPlannedAt} - now()), ${due.firstSeconds}::float8)
          AS first_slot
        FROM ${slots} WHERE ${slots.platform} = ${due.platform}
          AND NOT (${due.onlyWhereIdle}::boolean AND EXISTS (
            SELECT 1 FROM ${table} WHERE ${platform} = ${due.platform} AND ${isPending(table)} AND ${includes}
              AND ${day} BETWEEN ${due.oldest}::date AND ${due.newest}::date
              AND (${isQueued(table)} AND ${table.nextAttemptAt} > now() OR NOT ${isLeaseFree(table)})))
        FOR UPDATE
      ),
      due AS (
        SELECT ${columns}, ${grouped === undefined ? sql`` : sql`${grouped},`}
          greatest(0, extract(epoch FROM ${table.nextAttemptAt} - now()))::float8 AS seconds
        FROM ${table}
        WHERE (SELECT count(*) FROM slots) = 1 AND ${platform} = ${due.platform} AND ${isPending(table)} AND ${includes}
          AND ${isNotPaused(platform)} AND ${day} BETWEEN ${due.oldest}::date AND ${due.newest}::date
          AND ${table.nextAttemptAt} <= now() + make_interval(secs => ${due.horizonSeconds}::float8)
          AND ${place} <= now() + make_interval(secs => ${due.horizonSeconds}::float8)
          AND (${isDue(table)} OR ${isQueued(table)} AND ${table.nextAttemptAt} <= now())
        ORDER BY ${day} DESC, ${place}
        LIMIT ${due.rowsMax}::int FOR UPDATE SKIP LOCKED
      ),
      numbered AS (
        SELECT *, (dense_rank() OVER (ORDER BY seconds, ${nameOf(day)} DESC, ${fetchColumns}) - 1)
          * ${due.gapSeconds}::float8 AS shift FROM (${together}) due
      ),
      given AS (
        SELECT n.*, shift + greatest((SELECT first_slot FROM slots), max(seconds - shift) OVER (ORDER BY shift)) AS slot
        FROM numbered n
      ),
      whole AS (${whole}),
      taken AS (
        UPDATE ${table} SET queued_at = now() + make_interval(secs => whole.slot),
          next_attempt_at = now() + make_interval(secs => whole.slot + ${due.resendSeconds}::float8)
        FROM whole
        WHERE ${isSame(keyColumns, "whole")} AND ${isWaiting(table)}
          AND whole.slot < ${due.horizonSeconds}::float8
          AND (NOT ${due.onlyWhereIdle}::boolean OR whole.slot = (SELECT min(slot) FROM given))
        RETURNING whole.*
      ),
      moved AS (
        UPDATE ${slots} SET next_planned_at = now() + make_interval(secs => last.slot + ${due.gapSeconds}::float8)
        FROM (SELECT max(slot) AS slot FROM taken) last
        WHERE ${slots.platform} = ${due.platform} AND last.slot IS NOT NULL AND NOT ${due.onlyWhereIdle}::boolean
      )
      SELECT DISTINCT ON (slot) slot AS delay_seconds,
        ${jsonObject(keyIn("taken", kind))} AS key
      FROM taken ORDER BY slot, ${names}`,
  });

  const missOverdue = statement({
    name: `miss_overdue_${name.many}`,
    effect: "writes",
    sql: (overdue: Placeholders<Omit<DaysOfPlatform, "newest">>) => sql`
      UPDATE ${table} SET outcome = 'missed', next_attempt_at = NULL WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table}
        WHERE ${platform} = ${overdue.platform} AND ${isWaiting(table)} AND ${day} < ${overdue.oldest}::date
        ORDER BY ${day} DESC LIMIT ${MISSED_MAX} FOR UPDATE SKIP LOCKED))
      RETURNING 1`,
  });

  const dueAt = sql`oldest.due_at`;

  const measureLag = statement({
    name: `measure_${name.one}_lag`,
    effect: "reads",
    row: () => z.object({ seconds: z.number() }),
    sql: (of: Placeholders<DaysOfPlatform>) => sql`
      SELECT coalesce(extract(epoch FROM now() - ${dueAt} - ${pausedSince(pause, dueAt)}), 0)::float8 AS seconds
      FROM (
        SELECT min(${table.nextAttemptAt}) AS due_at FROM ${table}
        WHERE ${platform} = ${of.platform} AND ${isPending(table)} AND ${includes} AND ${table.nextAttemptAt} < now()
          AND ${day} BETWEEN ${of.oldest}::date AND ${of.newest}::date) oldest
      LEFT JOIN ${platformPauses} pause ON ${pause.platform} = ${of.platform}`,
  });

  return {
    take(db: Db, { perMinute, ...due }: DueSelection & { readonly perMinute: number }) {
      const gapSeconds = 60 / perMinute;
      const rowsMax = Math.ceil(due.horizonSeconds / gapSeconds) * (kind.group?.rowsMax ?? 1);
      return take(db, { ...due, gapSeconds, rowsMax, onlyWhereIdle: false });
    },

    takeNext(db: Db, { perMinute, ...due }: DueSelection & { readonly perMinute: number }) {
      return take(db, { ...due, gapSeconds: 60 / perMinute, rowsMax: kind.group?.rowsMax ?? 1, onlyWhereIdle: true });
    },

    missOverdue: async (db: Db, overdue: Omit<DaysOfPlatform, "newest">) => (await missOverdue(db, overdue)).length,

    /** Returns 0 if no fetch waits. Pauses do not count. */
    measureLag: async (db: Db, of: DaysOfPlatform): Promise<number> => onlyRow(await measureLag(db, of)).seconds,
  };
}

function listed(columns: readonly SQLWrapper[]): SQL {
  return sql.join([...columns], sql`, `);
}

function isSame(columns: readonly PgColumn[], row: string): SQL {
  return sql.join(
    columns.map((column) => sql`${column} = ${columnIn(row, column)}`),
    sql` AND `,
  );
}
