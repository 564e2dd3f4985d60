import { integer, pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, createdAt, intIdentity } from "./columns.ts";

/** Terms that users track or have tracked, each once for all users. */
export const trackedTerms = pgTable("tracked_terms", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  countryCode: countryCode().notNull(),
  /** In its normal form (`lib/domain/tracked-keyword.ts`). */
  term: text("term").notNull(),
  createdAt: createdAt(),
});

export const trackedKeywords = pgTable("tracked_keywords", {
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  keywordId: integer("keyword_id").notNull(),
  createdAt: createdAt(),
});
