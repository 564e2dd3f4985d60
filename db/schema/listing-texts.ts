import { pgTable, text } from "drizzle-orm/pg-core";

import { bytea } from "./columns.ts";

/** Long texts and values of changes, each stored once and referred to by its hash. */
export const listingTexts = pgTable("listing_texts", {
  sha256: bytea("sha256").notNull(),
  body: text("body").notNull(),
});
