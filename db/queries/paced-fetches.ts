import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as z from "zod";

import { attemptsMax, type FetchRules, type OpenDays } from "../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { type Db, jsonObject, onlyRow, type Placeholders, statement } from "../statement.ts";
import { isDue, isOpen, isQueued, isWaiting } from "./fetch-states.ts";
import { isLeaseHeld, releasedLease, takenLease } from "./leases.ts";
import { isNotPaused, joinedPause, pausedSince } from "./platform-pauses.ts";

/** What identifies a fetch of a kind: its platform, its day, and what else the kind distinguishes. */
export type FetchKey = { readonly platform: Platform; readonly [field: string]: string | number };

export type FetchLease<Key extends FetchKey> = Key & { readonly leaseToken: string };

type Column<Name extends string> = Readonly<Record<Name, PgColumn>>;

type FetchKind<Key extends FetchKey, Work> = {
  /** In the names of statements. */
  readonly name: { readonly one: string; readonly many: string };
  readonly rules: FetchRules;
  readonly table: PgTable & Column<"queuedAt" | "attempts" | "outcome" | "nextAttemptAt" | "leaseToken" | "leaseUntil">;
  /** The columns of the key. Fetches that are due at the same time are sent in the order of these. */
  readonly key: Column<"platform"> & Column<keyof Key & string>;
  readonly keySchema: () => z.ZodType<Key>;
  readonly day: keyof Key & string;
  /** When the next planned fetch of each platform may be sent. */
  readonly turns: PgTable & Column<"platform" | "nextPlannedAt">;
  /** What a worker needs besides the key, as JSON made of the row `claimed`. */
  readonly work: { readonly sql: SQL; readonly schema: () => z.ZodType<Work> };
};

export type DueSelection = {
  readonly platform: Platform;
  readonly days: OpenDays;
  readonly perMinute: number;
  /** How far ahead fetches are taken: until the next sweep. */
  readonly horizonSeconds: number;
  /** Seconds after its delivery at which a message counts as lost. */
  readonly resendSeconds: number;
};

/** What `taken` binds: the selection, with its pace as the seconds between two turns. */
type DueValues = Pick<DueSelection, "platform" | "horizonSeconds" | "resendSeconds"> &
  OpenDays & { readonly gapSeconds: number; readonly fetchesMax: number };

type Held = { readonly leaseToken: string };
type DaysOfPlatform = OpenDays & { readonly platform: Platform };

/** Fetches of days that are over that one call ends at most; more than a platform has. */
const MISSED_MAX = 20_000;

export type PacedFetches<Key extends FetchKey, Work> = ReturnType<typeof pacedFetches<Key, Work>>;

/** Returns the statements of one kind of fetch. What plans its rows is a statement of the kind itself. */
export function pacedFetches<Key extends FetchKey, Work>(kind: FetchKind<Key, Work>) {
  const { table, turns, name, rules } = kind;
  const { platform, [kind.day]: day } = kind.key;
  const key = Object.entries<PgColumn>(kind.key);
  const list = (make: (column: PgColumn, field: string) => SQL, separator: SQL) =>
    sql.join(
      key.map(([field, column]) => make(column, field)),
      separator,
    );
  const isOf = (values: (field: string) => SQLWrapper | string | number) =>
    list((column, field) => sql`${column} = ${values(field)}`, sql` AND `);
  const isOfKey = isOf((field) => sql.placeholder(field));
  const isHeldBy = (ofKey: SQL, leaseToken: SQLWrapper | string) =>
    sql`${ofKey} AND ${isOpen(table)} AND ${isLeaseHeld(table, leaseToken)}`;
  const inSeconds = (seconds: SQLWrapper) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  const ended = sql`next_attempt_at = NULL, ${releasedLease}`;

  const isClaimable = sql`${isOfKey} AND ${isQueued(table)} AND ${isNotPaused(platform)}`;
  const max = sql`${attemptsMax(rules)}`.inlineParams();

  /** An attempt that a crash ended counts too: a fetch that ends its workers fails like any other. */
  const claim = statement({
    name: `claim_${name.one}`,
    effect: "writes",
    row: () => z.object({ attempts: z.int(), work: kind.work.schema() }),
    sql: (lease: Placeholders<Held & { leaseSeconds: number }>) => sql`
      WITH failed AS (
        UPDATE ${table} SET outcome = 'failed', ${ended} WHERE ${isClaimable} AND ${table.attempts} >= ${max}
      ),
      claimed AS (
        UPDATE ${table} SET attempts = ${table.attempts} + 1, ${takenLease(lease)}
        WHERE ${isClaimable} AND ${table.attempts} < ${max}
        RETURNING *
      )
      SELECT claimed.attempts, ${kind.work.sql} AS work FROM claimed`,
  });

  const postpone = statement({
    name: `postpone_${name.one}`,
    effect: "writes",
    sql: (lease: Placeholders<Held & { lostAfterSeconds: number }>) => sql`
      UPDATE ${table} SET attempts = ${table.attempts} - 1, ${releasedLease},
        next_attempt_at = ${inSeconds(lease.lostAfterSeconds)}
      WHERE ${isHeldBy(isOfKey, lease.leaseToken)} RETURNING 1`,
  });

  const retry = statement({
    name: `retry_${name.one}`,
    effect: "writes",
    sql: (lease: Placeholders<Held & { delaySeconds: number }>) => sql`
      UPDATE ${table} SET queued_at = NULL, ${releasedLease}, next_attempt_at = ${inSeconds(lease.delaySeconds)}
      WHERE ${isHeldBy(isOfKey, lease.leaseToken)} RETURNING 1`,
  });

  const finish = statement({
    name: `finish_${name.one}`,
    effect: "writes",
    sql: (lease: Placeholders<Held & { outcome: "empty" | "failed" }>) => sql`
      UPDATE ${table} SET outcome = ${lease.outcome}, ${ended}
      WHERE ${isHeldBy(isOfKey, lease.leaseToken)} RETURNING 1`,
  });

  const miss = statement({
    name: `miss_${name.one}`,
    effect: "writes",
    sql: () => sql`UPDATE ${table} SET outcome = 'missed', ${ended} WHERE ${isOfKey} AND ${isWaiting(table)}`,
  });

  const missOverdue = statement({
    name: `miss_overdue_${name.many}`,
    effect: "writes",
    sql: (overdue: Placeholders<{ platform: Platform; oldest: string }>) => sql`
      UPDATE ${table} SET outcome = 'missed', ${ended} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table}
        WHERE ${platform} = ${overdue.platform} AND ${isWaiting(table)} AND ${day} < ${overdue.oldest}::date
        ORDER BY ${day} DESC LIMIT ${MISSED_MAX} FOR UPDATE SKIP LOCKED))
      RETURNING 1`,
  });

  /**
   * The row of the platform's turns is locked, so nobody else gives one meanwhile, and the first turn comes after the
   * last one given: sweeps in quick succession are no faster than one. The newest day goes first; what is overdue goes
   * before what is yet to come.
   */
  const take = statement({
    name: `take_due_${name.many}`,
    effect: "writes",
    row: () => z.object({ key: kind.keySchema(), delaySeconds: z.number() }),
    sql: (due: Placeholders<DueValues>) => sql`
      WITH turns AS MATERIALIZED (
        SELECT greatest(0, extract(epoch FROM ${turns.nextPlannedAt} - now()))::float8 AS first_turn
        FROM ${turns} WHERE ${turns.platform} = ${due.platform} FOR UPDATE
      ),
      due AS (
        SELECT ${list((column) => sql`${column}`, sql`, `)},
          greatest(0, extract(epoch FROM ${table.nextAttemptAt} - now()))::float8 AS seconds
        FROM ${table}
        WHERE (SELECT count(*) FROM turns) = 1 AND ${platform} = ${due.platform} AND ${isOpen(table)}
          AND ${isNotPaused(platform)} AND ${day} BETWEEN ${due.oldest}::date AND ${due.newest}::date
          AND ${table.nextAttemptAt} <= now() + make_interval(secs => ${due.horizonSeconds}::float8)
          AND (${isDue(table)} OR ${isQueued(table)} AND ${table.nextAttemptAt} <= now())
        ORDER BY ${day} DESC, ${table.nextAttemptAt}
        LIMIT ${due.fetchesMax}::int FOR UPDATE SKIP LOCKED
      ),
      numbered AS (
        SELECT *, (row_number() OVER (
          ORDER BY seconds, ${sql.identifier(day.name)} DESC, ${list((column) => nameOf(column), sql`, `)}) - 1)
          * ${due.gapSeconds}::float8 AS shift FROM due
      ),
      given AS (
        SELECT n.*, shift + greatest((SELECT first_turn FROM turns), max(seconds - shift) OVER (ORDER BY shift)) AS turn
        FROM numbered n
      ),
      taken AS (
        UPDATE ${table} SET queued_at = now() + make_interval(secs => given.turn),
          next_attempt_at = now() + make_interval(secs => given.turn + ${due.resendSeconds}::float8)
        FROM given
        WHERE ${list((column) => sql`${column} = given.${nameOf(column)}`, sql` AND `)}
          AND given.turn < ${due.horizonSeconds}::float8
        RETURNING given.*
      ),
      moved AS (
        UPDATE ${turns} SET next_planned_at = now() + make_interval(secs => last.turn + ${due.gapSeconds}::float8)
        FROM (SELECT max(turn) AS turn FROM taken) last
        WHERE ${turns.platform} = ${due.platform} AND last.turn IS NOT NULL
      )
      SELECT turn AS "delaySeconds",
        ${jsonObject(Object.fromEntries(key.map(([field, column]) => [field, nameOf(column)])))} AS key
      FROM taken ORDER BY turn`,
  });

  const dueAt = sql`oldest.due_at`;

  const measureLag = statement({
    name: `measure_${name.one}_lag`,
    effect: "reads",
    row: () => z.object({ seconds: z.number() }),
    sql: (of: Placeholders<DaysOfPlatform>) => sql`
      SELECT coalesce(extract(epoch FROM now() - ${dueAt} - ${pausedSince(dueAt)}), 0)::float8 AS seconds
      FROM (
        SELECT min(${table.nextAttemptAt}) AS due_at FROM ${table}
        WHERE ${platform} = ${of.platform} AND ${isOpen(table)} AND ${table.nextAttemptAt} < now()
          AND ${day} BETWEEN ${of.oldest}::date AND ${of.newest}::date) oldest
      ${joinedPause(of.platform)}`,
  });

  return {
    rules,
    dayOf: (fetch: Key) => String(fetch[kind.day]),

    /** Whether a worker still holds a fetch: the condition of the statement that stores what was found. */
    isHeld: (lease: FetchLease<Key>) =>
      isHeldBy(
        isOf((field) => lease[field] ?? sql`NULL`),
        lease.leaseToken,
      ),

    /** Returns undefined unless the fetch is queued, has an attempt left and its platform is not paused. */
    async claim(
      db: Db,
      lease: FetchLease<Key>,
      leaseSeconds: number,
    ): Promise<{ attempts: number; work: Work } | undefined> {
      const [claimed] = await claim(db, { ...lease, leaseSeconds });
      return claimed;
    },

    // Each of the next three returns false when another worker holds the fetch now.

    /** Returns a fetch to its queue that was not tried; its message is on its way, and lost after so many seconds. */
    postpone: async (db: Db, lease: FetchLease<Key>, lostAfterSeconds: number) =>
      (await postpone(db, { ...lease, lostAfterSeconds })).length > 0,

    /** Leaves a fetch to the sweeper, in so many seconds. */
    retry: async (db: Db, lease: FetchLease<Key>, delaySeconds: number) =>
      (await retry(db, { ...lease, delaySeconds })).length > 0,

    /** Ends a fetch of which there is nothing to store. */
    finish: async (db: Db, lease: FetchLease<Key>, outcome: "empty" | "failed") =>
      (await finish(db, { ...lease, outcome })).length > 0,

    /** Ends a fetch whose day is over, unless it has ended or a worker holds it. */
    miss: (db: Db, fetch: Key) => miss(db, fetch),

    /** Ends the waiting fetches of days that are over, and returns how many. */
    missOverdue: async (db: Db, overdue: { readonly platform: Platform; readonly oldest: string }) =>
      (await missOverdue(db, overdue)).length,

    /** Takes fetches that are due or whose message is lost, and gives each its turn at the pace. */
    takeDue(db: Db, { platform, days, perMinute, horizonSeconds, resendSeconds }: DueSelection) {
      const gapSeconds = 60 / perMinute;
      const fetchesMax = Math.ceil(horizonSeconds / gapSeconds);
      return take(db, { ...days, platform, horizonSeconds, resendSeconds, gapSeconds, fetchesMax });
    },

    /** Returns how many seconds ago the oldest fetch that still waits was due, less what was paused; 0 for none. */
    measureLag: async (db: Db, of: DaysOfPlatform): Promise<number> => onlyRow(await measureLag(db, of)).seconds,
  };
}

function nameOf(column: PgColumn): SQL {
  return sql`${sql.identifier(column.name)}`;
}
