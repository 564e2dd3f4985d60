import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

import { isLeaseFree } from "./leases.ts";

type Fetch<Column extends "outcome" | "queuedAt" | "leaseUntil"> = Readonly<Record<Column, SQLWrapper>>;

// The states of a fetch are in `docs/glossary.md`. `outcome` names the final ones: stored, empty, failed, missed.

/** Returns the condition of the partial index of pending fetches. */
export function isPending({ outcome }: Fetch<"outcome">): SQL {
  return sql`${outcome} IS NULL`;
}

export function isDue(fetch: Fetch<"outcome" | "queuedAt" | "leaseUntil">): SQL {
  return sql`(${isPending(fetch)} AND ${fetch.queuedAt} IS NULL AND ${isLeaseFree(fetch)})`;
}

/** Returns true if a message is under way, or lost. */
export function isQueued(fetch: Fetch<"outcome" | "queuedAt" | "leaseUntil">): SQL {
  return sql`(${isPending(fetch)} AND ${fetch.queuedAt} IS NOT NULL AND ${isLeaseFree(fetch)})`;
}

export function isWaiting(fetch: Fetch<"outcome" | "leaseUntil">): SQL {
  return sql`(${isPending(fetch)} AND ${isLeaseFree(fetch)})`;
}
