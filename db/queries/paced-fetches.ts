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

type Column<Name extends string> = Readonly<Record<Name, PgColumn>>;

/** A table of paced fetches, whose rows are planned by a statement of their own. */
type FetchKind<Key extends FetchKey, Work> = {
  /** In the names of statements. */
  readonly name: { readonly one: string; readonly many: string };
  readonly rules: FetchRules;
  readonly table: PgTable &
    Column<"queuedAt" | "attempts" | "timesThrottled" | "outcome" | "nextAttemptAt" | "leaseToken" | "leaseUntil">;
  /** The columns of the key. Fetches that are due at the same time are sent in the order of these. */
  readonly key: Column<"platform"> & Column<keyof Key & string>;
  readonly keySchema: () => z.ZodType<Key>;
  readonly day: keyof Key & string;
  /** When the next planned fetch of each platform may be sent. */
  readonly turns: PgTable & Column<"platform" | "nextPlannedAt">;
  /** What a worker needs besides the key, as JSON made of the row `claimed`. */
  readonly work: { readonly sql: SQL; readonly schema: () => z.ZodType<Work> };
};

export type FetchLease<Key extends FetchKey> = Key & Held;
type Held = { readonly leaseToken: string };

export type PacedFetches<Key extends FetchKey, Work> = ReturnType<typeof pacedFetches<Key, Work>>;

/** Returns the statements of one kind of fetch. */
export function pacedFetches<Key extends FetchKey, Work>(kind: FetchKind<Key, Work>) {
  const { table, name, rules } = kind;
  const isOf = (valueFor: (field: string) => SQLWrapper | string | number) =>
    sql.join(
      Object.entries<PgColumn>(kind.key).map(([field, column]) => sql`${column} = ${valueFor(field)}`),
      sql` AND `,
    );
  const isOfKey = isOf((field) => sql.placeholder(field));
  const isStillHeld = (leaseToken: SQLWrapper | string) => sql`${isOpen(table)} AND ${isLeaseHeld(table, leaseToken)}`;
  const isClaimable = sql`${isOfKey} AND ${isQueued(table)} AND ${isNotPaused(kind.key.platform)}`;
  const max = sql`${attemptsMax(rules)}`.inlineParams();
  const inSeconds = (seconds: SQLWrapper) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

  /** An attempt that a crash ended counts too: a fetch that ends its workers fails like any other. */
  const claim = statement({
    name: `claim_${name.one}`,
    effect: "writes",
    row: () => z.object({ attempts: z.int(), timesThrottled: z.int(), work: kind.work.schema() }),
    sql: (lease: Placeholders<Held & { leaseSeconds: number }>) => sql`
      WITH failed AS (
        UPDATE ${table} SET outcome = 'failed', next_attempt_at = NULL, ${releasedLease}
        WHERE ${isClaimable} AND ${table.attempts} >= ${max}
      ),
      claimed AS (
        UPDATE ${table} SET attempts = ${table.attempts} + 1, ${takenLease(lease)}
        WHERE ${isClaimable} AND ${table.attempts} < ${max}
        RETURNING *
      )
      SELECT claimed.attempts, claimed.times_throttled AS "timesThrottled", ${kind.work.sql} AS work FROM claimed`,
  });

  const miss = statement({
    name: `miss_${name.one}`,
    effect: "writes",
    sql: () => sql`
      UPDATE ${table} SET outcome = 'missed', next_attempt_at = NULL WHERE ${isOfKey} AND ${isWaiting(table)}`,
  });

  /** Returns a write that releases the lease, and returns false when another worker holds the fetch now. */
  function release<Input extends object = object>(verb: string, also: (input: Placeholders<Held & Input>) => SQL) {
    const write = statement({
      name: `${verb}_${name.one}`,
      effect: "writes",
      sql: (input: Placeholders<Held & Input>) => sql`
        UPDATE ${table} SET ${releasedLease}, ${also(input)}
        WHERE ${isOfKey} AND ${isStillHeld(sql.placeholder("leaseToken"))} RETURNING 1`,
    });
    return async (db: Db, lease: FetchLease<Key> & Input): Promise<boolean> => (await write(db, lease)).length > 0;
  }

  return {
    due: dueFetches(kind),
    rules,
    dayOf: (fetch: Key) => String(fetch[kind.day]),

    /** Returns undefined unless the fetch is queued, has an attempt left and its platform is not paused. */
    async claim(db: Db, lease: FetchLease<Key> & { readonly leaseSeconds: number }) {
      const [claimed] = await claim(db, lease);
      return claimed;
    },

    /** Returns a fetch to its queue that was not tried. Its message is on its way, and lost after so many seconds. */
    postpone: release<{ readonly lostAfterSeconds: number }>(
      "postpone",
      ({ lostAfterSeconds }) => sql`attempts = ${table.attempts} - 1, next_attempt_at = ${inSeconds(lostAfterSeconds)}`,
    ),

    /** Leaves a fetch to the sweeper, in so many seconds. */
    retry: release<{ readonly delaySeconds: number }>(
      "retry",
      ({ delaySeconds }) => sql`queued_at = NULL, next_attempt_at = ${inSeconds(delaySeconds)}`,
    ),

    /** Leaves a fetch to the sweeper that the store rejected because it limits requests. The attempt does not count. */
    throttle: release<{ readonly delaySeconds: number }>(
      "throttle",
      ({ delaySeconds }) => sql`attempts = ${table.attempts} - 1, times_throttled = ${table.timesThrottled} + 1,
        queued_at = NULL, next_attempt_at = ${inSeconds(delaySeconds)}`,
    ),

    /** Ends a fetch of which there is nothing to store. */
    finish: release<{ readonly outcome: "empty" | "failed" }>(
      "finish",
      ({ outcome }) => sql`outcome = ${outcome}, next_attempt_at = NULL`,
    ),

    /** Ends a fetch whose day is over, unless it has ended or a worker holds it. */
    miss: (db: Db, fetch: Key) => miss(db, fetch),

    /** Whether a worker still holds a fetch: the condition of the statement that stores what was found. */
    isHeld: (lease: FetchLease<Key>): SQL =>
      sql`${isOf((field) => lease[field] ?? sql`NULL`)} AND ${isStillHeld(lease.leaseToken)}`,
  };
}

type DaysOfPlatform = OpenDays & { readonly platform: Platform };

type DueSelection = DaysOfPlatform & {
  /** How far ahead fetches are taken: until the next sweep. */
  readonly horizonSeconds: number;
  /** Seconds after its delivery at which a message counts as lost. */
  readonly resendSeconds: number;
};

/** Fetches of days that are over that one call ends at most; more than a platform has. */
const MISSED_MAX = 20_000;

/** Returns the statements that concern all fetches of a kind on one platform. */
function dueFetches<Key extends FetchKey, Work>(kind: FetchKind<Key, Work>) {
  const { table, turns, name } = kind;
  const { platform, [kind.day]: day } = kind.key;
  const key = Object.entries<PgColumn>(kind.key);
  const eachColumn = (make: (column: PgColumn) => SQL, separator: SQL) =>
    sql.join(
      key.map(([, column]) => make(column)),
      separator,
    );

  /**
   * The row of the platform's turns is locked, so nobody else gives one meanwhile, and the first turn comes after the
   * last one given: sweeps in quick succession are no faster than one. The newest day goes first; what is overdue goes
   * before what is yet to come.
   */
  const take = statement({
    name: `take_due_${name.many}`,
    effect: "writes",
    row: () => z.object({ key: kind.keySchema(), delaySeconds: z.number() }),
    sql: (due: Placeholders<DueSelection & { gapSeconds: number; fetchesMax: number }>) => sql`
      WITH turns AS MATERIALIZED (
        SELECT greatest(0, extract(epoch FROM ${turns.nextPlannedAt} - now()))::float8 AS first_turn
        FROM ${turns} WHERE ${turns.platform} = ${due.platform} FOR UPDATE
      ),
      due AS (
        SELECT ${eachColumn((column) => sql`${column}`, sql`, `)},
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
          ORDER BY seconds, ${sql.identifier(day.name)} DESC, ${eachColumn((column) => nameOf(column), sql`, `)}) - 1)
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
        WHERE ${eachColumn((column) => sql`${column} = given.${nameOf(column)}`, sql` AND `)}
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
      SELECT coalesce(extract(epoch FROM now() - ${dueAt} - ${pausedSince(dueAt)}), 0)::float8 AS seconds
      FROM (
        SELECT min(${table.nextAttemptAt}) AS due_at FROM ${table}
        WHERE ${platform} = ${of.platform} AND ${isOpen(table)} AND ${table.nextAttemptAt} < now()
          AND ${day} BETWEEN ${of.oldest}::date AND ${of.newest}::date) oldest
      ${joinedPause(of.platform)}`,
  });

  return {
    /** Takes fetches that are due or whose message is lost, and gives each its turn at the pace. */
    take(db: Db, { perMinute, ...due }: DueSelection & { readonly perMinute: number }) {
      const gapSeconds = 60 / perMinute;
      return take(db, { ...due, gapSeconds, fetchesMax: Math.ceil(due.horizonSeconds / gapSeconds) });
    },

    /** Ends the waiting fetches of days that are over, and returns how many. */
    missOverdue: async (db: Db, overdue: Omit<DaysOfPlatform, "newest">) => (await missOverdue(db, overdue)).length,

    /** Returns how many seconds ago the oldest fetch that still waits was due, less what was paused; 0 for none. */
    measureLag: async (db: Db, of: DaysOfPlatform): Promise<number> => onlyRow(await measureLag(db, of)).seconds,
  };
}

function nameOf(column: PgColumn): SQL {
  return sql`${sql.identifier(column.name)}`;
}
