import { date, integer, pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, instant } from "./columns.ts";

/** Apps that show if a storefront responds, with the times at which they were last found and missed there. */
export const storefrontControls = pgTable("storefront_controls", {
  platform: text("platform", { enum: platforms }).notNull(),
  countryCode: countryCode().notNull(),
  appId: integer("app_id").notNull(),
  foundAt: instant("found_at"),
  missedAt: instant("missed_at"),
});

/** Apps that a storefront did not show while no control was known. */
export const unconfirmedAbsences = pgTable("unconfirmed_absences", {
  appId: integer("app_id").notNull(),
  countryCode: countryCode().notNull(),
  day: date("day", { mode: "string" }).notNull(),
});
