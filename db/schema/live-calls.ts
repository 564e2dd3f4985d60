import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant } from "./columns.ts";

/** Calls to a store for which clients wait. Rows are deleted seconds after the call. */
export const liveCalls = pgTable("live_calls", {
  id: uuid("id").notNull(),
  platform: text("platform", { enum: platforms }).notNull(),
  operation: text("operation").notNull(),
  /** The arguments of the call, as JSON. */
  request: text("question").notNull(),
  /** Requests that wait for the outcome, besides the one that makes the call. */
  followers: integer("followers").notNull().default(0),
  /** No request waits for the call after this time. */
  leaseUntil: instant("lease_until").notNull(),
  /** null while the call is under way. */
  endedAt: instant("ended_at"),
  /** null when no request waited for it, and when each that waited has to make the call itself. */
  outcome: jsonb("outcome"),
});
