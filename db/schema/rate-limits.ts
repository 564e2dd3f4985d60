import { integer, pgTable, text } from "drizzle-orm/pg-core";

import { instant } from "./columns.ts";

export const rateLimits = pgTable("rate_limits", {
  bucket: text("bucket").notNull(),
  windowStartedAt: instant("window_started_at").notNull(),
  hits: integer("hits").notNull(),
});
