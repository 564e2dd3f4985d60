import { date, integer, pgTable } from "drizzle-orm/pg-core";

/** Charts that each user has asked for on the newest day on which they asked for any. */
export const chartRequests = pgTable("chart_requests", {
  userId: integer("user_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  charts: integer("charts").notNull(),
});
