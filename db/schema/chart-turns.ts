import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant } from "./columns.ts";

/** When the next chart of each store may be fetched. */
export const chartTurns = pgTable("chart_turns", {
  platform: text("platform", { enum: platforms }).notNull(),
  /** For a chart of the day's plan. Each chart that a user requests moves it on by one turn, so that the pace is kept. */
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  /** For a chart that a user requests before its time. */
  nextAskedAt: instant("next_asked_at").notNull().default(sql`clock_timestamp()`),
});
