import { date, integer, pgTable } from "drizzle-orm/pg-core";

/** How many charts each user has requested on the last day on which they requested any. */
export const chartRequests = pgTable("chart_requests", {
  userId: integer("user_id").notNull(),
  chartDate: date("chart_date", { mode: "string" }).notNull(),
  charts: integer("charts").notNull(),
});
