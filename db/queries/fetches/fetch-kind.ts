import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod";

import type { FetchRules } from "../../../lib/domain/paced-fetch.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import type { Columns } from "../../statement.ts";

export type FetchKey = { readonly platform: Platform; readonly [field: string]: string | number };

type Column<Name extends string> = Readonly<Record<Name, PgColumn>>;

export type FetchGroup<Key extends FetchKey> = {
  /** The column has one value in a group, and null in a row that is fetched alone. */
  readonly column: PgColumn;
  readonly within: readonly (keyof Key & string)[];
  readonly rowsMax: number;
};

export type FetchKind<Key extends FetchKey, Work> = {
  readonly name: { readonly one: string; readonly many: string };
  readonly rules: FetchRules;
  readonly table: PgTable &
    Column<"queuedAt" | "attempts" | "timesThrottled" | "outcome" | "nextAttemptAt" | "leaseToken" | "leaseUntil">;
  /** Columns of the key. They order fetches that are due at the same time. */
  readonly key: Column<"platform"> & Column<keyof Key & string>;
  readonly keySchema: () => z.ZodType<Key>;
  readonly day: keyof Key & string;
  readonly group?: FetchGroup<Key>;
  readonly includes?: SQL;
  /** By default it is the time of the next attempt, so that a postponed fetch comes after all that are due. */
  readonly place?: PgColumn;
  readonly slots: PgTable & Column<"platform" | "nextPlannedAt">;
  readonly work: {
    readonly sql: (claimed: KeyColumns<Key>, group: SQL) => SQL;
    readonly schema: () => z.ZodType<Work>;
  };
};

export type KeyColumns<Key extends FetchKey> = Columns<keyof Key & string>;

export function keyIn<Key extends FetchKey>(
  row: string,
  { key }: Pick<FetchKind<Key, unknown>, "key">,
): KeyColumns<Key> {
  const entries = Object.entries<PgColumn>(key).map(([field, column]) => [field, columnIn(row, column)]);
  return Object.fromEntries(entries) as KeyColumns<Key>;
}

export function columnIn(row: string, column: PgColumn): SQL {
  return sql`${sql.identifier(row)}.${nameOf(column)}`;
}

export function nameOf(column: PgColumn): SQL {
  return sql`${sql.identifier(column.name)}`;
}
