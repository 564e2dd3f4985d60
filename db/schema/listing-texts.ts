import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import { bytea } from "./columns.ts";

/** Long texts and values of changes, each stored once and referred to by its hash. */
export const listingTexts = pgTable(
  "listing_texts",
  {
    sha256: bytea("sha256").notNull(),
    body: text("body").notNull(),
  },
  (table) => [
    primaryKey({ name: "listing_texts_pkey", columns: [table.sha256] }),
    check("listing_texts_sha256_check", sql`octet_length(${table.sha256}) = 32`),
  ],
);
