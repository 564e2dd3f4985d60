import { foreignKey, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";

import { apps } from "./apps.ts";
import { createdAt } from "./columns.ts";
import { users } from "./users.ts";

export const trackedApps = pgTable(
  "tracked_apps",
  {
    userId: integer("user_id").notNull(),
    appId: integer("app_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "tracked_apps_pkey", columns: [table.userId, table.appId] }),
    foreignKey({ name: "tracked_apps_user_id_fkey", columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "tracked_apps_app_id_fkey", columns: [table.appId], foreignColumns: [apps.id] }).onDelete(
      "cascade",
    ),
    index("tracked_apps_app_id_index").on(table.appId),
    index("tracked_apps_user_id_created_at_index").on(table.userId, table.createdAt.desc(), table.appId.desc()),
  ],
);
