import { integer, pgTable, text } from "drizzle-orm/pg-core";

import { feedKinds } from "../../lib/domain/feed.ts";
import { bytea, instant, intIdentity } from "./columns.ts";

/** A feed of events, which whoever has its secret can read. */
export const feeds = pgTable("feeds", {
  id: intIdentity(),
  userId: integer("user_id").notNull(),
  name: text("name").notNull(),
  kind: text("kind", { enum: feedKinds }).notNull(),
  /** The app of a feed of one app. Null for all other kinds. */
  appId: integer("app_id"),
  /** The saved view of a feed of the kind `view`. Null for all other kinds, and once the view is deleted. */
  viewId: integer("view_id"),
  secretSha256: bytea("secret_sha256").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  /** Null until the user deletes the feed. The row then stays for 30 days. */
  deletedAt: instant("deleted_at"),
});
