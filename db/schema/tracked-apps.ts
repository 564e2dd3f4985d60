import { integer, pgTable } from "drizzle-orm/pg-core";

import { createdAt } from "./columns.ts";

export const trackedApps = pgTable("tracked_apps", {
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  createdAt: createdAt(),
});
