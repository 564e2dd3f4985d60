import { date, foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";

import { users } from "./users.ts";

/** Charts that each user has asked for on the newest day on which they asked for any. */
export const chartRequests = pgTable(
  "chart_requests",
  {
    userId: integer("user_id").notNull(),
    chartDate: date("chart_date", { mode: "string" }).notNull(),
    charts: integer("charts").notNull(),
  },
  (table) => [
    primaryKey({ name: "chart_requests_pkey", columns: [table.userId] }),
    foreignKey({ name: "chart_requests_user_id_fkey", columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      "cascade",
    ),
  ],
);
