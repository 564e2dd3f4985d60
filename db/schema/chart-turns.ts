import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { instant } from "./columns.ts";

/** When the next chart of each store may be fetched. */
export const chartTurns = pgTable("chart_turns", {
  platform: text("platform", { enum: platforms }).notNull(),
  /** One of the day's plan. Each chart that a user asks for moves it on by one turn, so that the pace stays. */
  nextPlannedAt: instant("next_planned_at").notNull().default(sql`clock_timestamp()`),
  /** One that a user asks for before its time. */
  nextAskedAt: instant("next_asked_at").notNull().default(sql`clock_timestamp()`),
});
