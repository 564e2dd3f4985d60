import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod";

import { attemptsMax } from "../../../lib/domain/paced-fetch.ts";
import { type Db, type Placeholders, statement } from "../../statement.ts";
import { isNotPaused } from "../budgets/platform-pauses.ts";
import { dueFetches } from "./due-fetches.ts";
import { columnIn, type FetchKey, type FetchKind, keyIn, nameOf } from "./fetch-kind.ts";
import { isPending, isQueued, isWaiting } from "./fetch-states.ts";
import { isLeaseHeld, releasedLease, takenLease } from "./leases.ts";

export type FetchLease<Key extends FetchKey> = Key & Held;
type Held = { readonly leaseToken: string };

export type PacedFetches<Key extends FetchKey, Work> = ReturnType<typeof pacedFetches<Key, Work>>;

export function pacedFetches<Key extends FetchKey, Work>(kind: FetchKind<Key, Work>) {
  const { table, name, rules } = kind;
  const isOf = (valueFor: (field: string) => SQLWrapper | string | number) =>
    sql.join(
      Object.entries<PgColumn>(kind.key).map(([field, column]) => sql`${column} = ${valueFor(field)}`),
      sql` AND `,
    );
  const isOfKey = isOf((field) => sql.placeholder(field));
  const isOfGroup = isFetchedWith(isOfKey, (field) => sql.placeholder(field));
  const isStillHeld = (leaseToken: SQLWrapper | string) =>
    sql`${isPending(table)} AND ${isLeaseHeld(table, leaseToken)}`;
  const isClaimable = sql`${isOfGroup} AND ${isQueued(table)} AND ${isNotPaused(kind.key.platform)}`;
  const max = sql`${attemptsMax(rules)}`.inlineParams();
  const group = kind.group === undefined ? sql`NULL` : columnIn("claimed", kind.group.column);
  const work = kind.work.sql(keyIn("claimed", kind), group);
  const inSeconds = (seconds: SQLWrapper) => sql`clock_timestamp() + make_interval(secs => ${seconds})`;

  function isFetchedWith(isOfOne: SQL, valueFor: (field: string) => SQLWrapper | string | number): SQL {
    if (kind.group === undefined) return isOfOne;
    const { column, within } = kind.group;
    const isBeside = sql.join(
      within.map((field) => sql`${kind.key[field]} = ${valueFor(field)}`),
      sql` AND `,
    );
    return sql`(${isOfOne} OR ${isPending(table)} AND ${isBeside}
      AND ${column} = (SELECT ${column} FROM ${table} WHERE ${isOfOne}))`;
  }

  /** An attempt that a crash ended counts too, so that a fetch that ends its workers fails like any other. */
  const claim = statement({
    name: `claim_${name.one}`,
    effect: "writes",
    row: () => z.object({ attempts: z.int(), times_throttled: z.int(), work: kind.work.schema() }),
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
      SELECT claimed.attempts, claimed.times_throttled, ${work} AS work
      FROM claimed LIMIT 1`,
  });

  const miss = statement({
    name: `miss_${name.one}`,
    effect: "writes",
    sql: () => sql`
      UPDATE ${table} SET outcome = 'missed', next_attempt_at = NULL WHERE ${isOfKey} AND ${isWaiting(table)}`,
  });

  function release<Input extends object = object>(verb: string, also: (input: Placeholders<Held & Input>) => SQL) {
    const write = statement({
      name: `${verb}_${name.one}`,
      effect: "writes",
      sql: (input: Placeholders<Held & Input>) => sql`
        UPDATE ${table} SET ${releasedLease}, ${also(input)}
        WHERE ${isOfGroup} AND ${isStillHeld(sql.placeholder("leaseToken"))} RETURNING 1`,
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

    postpone: release<{ readonly waitSeconds: number }>(
      "postpone",
      ({ waitSeconds }) =>
        sql`attempts = ${table.attempts} - 1, queued_at = NULL, next_attempt_at = ${inSeconds(waitSeconds)}`,
    ),

    retry: release<{ readonly delaySeconds: number }>(
      "retry",
      ({ delaySeconds }) => sql`queued_at = NULL, next_attempt_at = ${inSeconds(delaySeconds)}`,
    ),

    /** The attempt does not count, since the store only limits requests. */
    throttle: release<{ readonly delaySeconds: number }>(
      "throttle",
      ({ delaySeconds }) => sql`attempts = ${table.attempts} - 1, times_throttled = ${table.timesThrottled} + 1,
        queued_at = NULL, next_attempt_at = ${inSeconds(delaySeconds)}`,
    ),

    separate: release<{ readonly attempts: number; readonly delaySeconds: number }>(
      "separate",
      ({
        attempts,
        delaySeconds,
      }) => sql`${kind.group === undefined ? sql`` : sql`${nameOf(kind.group.column)} = NULL,`}
        attempts = ${attempts}, queued_at = NULL, next_attempt_at = ${inSeconds(delaySeconds)}`,
    ),

    finish: release<{ readonly outcome: "empty" | "failed" }>(
      "finish",
      ({ outcome }) => sql`outcome = ${outcome}, next_attempt_at = NULL`,
    ),

    miss: (db: Db, fetch: Key) => miss(db, fetch),

    isHeld: (lease: FetchLease<Key>): SQL => {
      const valueFor = (field: string) => lease[field] ?? sql`NULL`;
      return sql`${isFetchedWith(isOf(valueFor), valueFor)} AND ${isStillHeld(lease.leaseToken)}`;
    },
  };
}
