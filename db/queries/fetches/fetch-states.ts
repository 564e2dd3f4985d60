import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { isLeaseFree } from "./leases.ts";

/** Columns of a fetch, under whatever name its row has in the statement. */
type Fetch<Column extends "outcome" | "queuedAt" | "leaseUntil"> = Readonly<Record<Column, SQLWrapper>>;

// A fetch is in one of these states. `outcome` names the final ones: stored, empty, failed, missed.
//   due → queued:            its slot has come and its message is sent
//   queued → leased:         a worker has the message and takes the lease, or takes it over after its end
//   leased → due:            the store failed, or limits requests; there is another attempt
//   leased → due:            the store's budget is spent
//   leased → stored | empty | failed; due | queued → missed

/** Returns whether a fetch has not ended: the condition of the partial index of pending fetches. */
export function isPending({ outcome }: Fetch<"outcome">): SQL {
  return sql`${outcome} IS NULL`;
}

export function isDue(fetch: Fetch<"outcome" | "queuedAt" | "leaseUntil">): SQL {
  return sql`(${isPending(fetch)} AND ${fetch.queuedAt} IS NULL AND ${isLeaseFree(fetch)})`;
}

/** Returns whether a message is on its way, or lost. */
export function isQueued(fetch: Fetch<"outcome" | "queuedAt" | "leaseUntil">): SQL {
  return sql`(${isPending(fetch)} AND ${fetch.queuedAt} IS NOT NULL AND ${isLeaseFree(fetch)})`;
}

/** Returns whether a fetch has not ended and no worker holds it: it is due or queued. */
export function isWaiting(fetch: Fetch<"outcome" | "leaseUntil">): SQL {
  return sql`(${isPending(fetch)} AND ${isLeaseFree(fetch)})`;
}
