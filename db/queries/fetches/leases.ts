import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A row that one worker at a time may write has two columns: the token of the worker that took the lease last, and the
 * end of that lease. Whoever is late finds another token or an end in the past, and then writes nothing.
 */
type LeaseColumns = Readonly<Record<"leaseToken" | "leaseUntil", SQLWrapper>>;

type Value<Type> = SQLWrapper | Type;

export function isLeaseFree({ leaseUntil }: Pick<LeaseColumns, "leaseUntil">): SQL {
  return sql`coalesce(${leaseUntil} <= clock_timestamp(), true)`;
}

export function isLeaseHeld(row: LeaseColumns, leaseToken: Value<string>): SQL {
  return sql`${row.leaseToken} = ${leaseToken} AND ${row.leaseUntil} > clock_timestamp()`;
}

/** Returns assignments of an UPDATE whose condition includes `isLeaseFree`. */
export function takenLease(lease: { readonly leaseToken: Value<string>; readonly leaseSeconds: Value<number> }): SQL {
  return sql`lease_token = ${lease.leaseToken}, ${renewedLease(lease.leaseSeconds)}`;
}

/** Returns assignments of an UPDATE whose condition includes `isLeaseHeld`. */
export function renewedLease(leaseSeconds: Value<number>): SQL {
  return sql`lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})`;
}

export const releasedLease = sql`lease_token = NULL, lease_until = NULL`;
