import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A late worker finds another token or a past end, and writes nothing. */
type LeaseColumns = Readonly<Record<"leaseToken" | "leaseUntil", SQLWrapper>>;

type Value<Type> = SQLWrapper | Type;

export function isLeaseFree({ leaseUntil }: Pick<LeaseColumns, "leaseUntil">): SQL {
  return sql`coalesce(${leaseUntil} <= clock_timestamp(), true)`;
}

export function isLeaseHeld(row: LeaseColumns, leaseToken: Value<string>): SQL {
  return sql`${row.leaseToken} = ${leaseToken} AND ${row.leaseUntil} > clock_timestamp()`;
}

export function takenLease(lease: { readonly leaseToken: Value<string>; readonly leaseSeconds: Value<number> }): SQL {
  return sql`lease_token = ${lease.leaseToken}, ${renewedLease(lease.leaseSeconds)}`;
}

export function renewedLease(leaseSeconds: Value<number>): SQL {
  return sql`lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})`;
}

export const releasedLease = sql`lease_token = NULL, lease_until = NULL`;
