import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";

import type { FetchRules } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { Columns } from "../../statement.ts";

/** What identifies a fetch of a kind: its platform, its day, and what else the kind distinguishes. */
export type FetchKey = { readonly platform: Platform; readonly [field: string]: string | number };

type Column<Name extends string> = Readonly<Record<Name, PgColumn>>;

/** Rows that one request fetches. */
export type FetchGroup<Key extends FetchKey> = {
  /** A column that has one value in all rows of a group, and null in a row that is fetched by itself. */
  readonly column: PgColumn;
  /** Fields of the key that the rows of a group have in common. */
  readonly within: readonly (keyof Key & string)[];
  /** The most rows of a group. */
  readonly rowsMax: number;
};

/** A table of paced fetches, whose rows are planned by a statement of their own. */
export type FetchKind<Key extends FetchKey, Work> = {
  /** In the names of statements. */
  readonly name: { readonly one: string; readonly many: string };
  readonly rules: FetchRules;
  readonly table: PgTable &
    Column<"queuedAt" | "attempts" | "timesThrottled" | "outcome" | "nextAttemptAt" | "leaseToken" | "leaseUntil">;
  /** The columns of the key. Fetches that are due at the same time are sent in the order of these. */
  readonly key: Column<"platform"> & Column<keyof Key & string>;
  readonly keySchema: () => z.ZodType<Key>;
  readonly day: keyof Key & string;
  /**
   * Names the rows that one request fetches together. They share their state and have one message. Default: each row is
   * fetched by itself.
   */
  readonly group?: FetchGroup<Key>;
  /** Condition of the rows of this kind, where several share a table. Default: all. */
  readonly includes?: SQL;
  /**
   * The column of the times that fetches were planned for, by which those that are due have their order. Default: the
   * time of the next attempt, by which a fetch that returns to its row stands behind all that are due already.
   */
  readonly place?: PgColumn;
  /** When the next planned fetch of each platform may be sent. */
  readonly slots: PgTable & Column<"platform" | "nextPlannedAt">;
  readonly work: {
    /** Returns the JSON that a worker needs besides the key, of a row of the CTE `claimed` and the value of its group. */
    readonly sql: (claimed: KeyColumns<Key>, group: SQL) => SQL;
    readonly schema: () => z.ZodType<Work>;
  };
};

export type KeyColumns<Key extends FetchKey> = Columns<keyof Key & string>;

/** Returns the columns of the key in a row that has the columns of the table, by the fields of the key. */
export function keyIn<Key extends FetchKey>(
  row: string,
  { key }: Pick<FetchKind<Key, unknown>, "key">,
): KeyColumns<Key> {
  const entries = Object.entries<PgColumn>(key).map(([field, column]) => [field, columnIn(row, column)]);
  // An entry for each field.
  return Object.fromEntries(entries) as KeyColumns<Key>;
}

export function columnIn(row: string, column: PgColumn): SQL {
  return sql`${sql.identifier(row)}.${nameOf(column)}`;
}

export function nameOf(column: PgColumn): SQL {
  return sql`${sql.identifier(column.name)}`;
}
