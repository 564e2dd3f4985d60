import { pgTable, text } from "drizzle-orm/pg-core";

import { platforms } from "../../lib/domain/platform.ts";
import { createdAt, intIdentity, updatedAt } from "./columns.ts";

export const publishers = pgTable("publishers", {
  id: intIdentity(),
  platform: text("platform", { enum: platforms }).notNull(),
  externalId: text("external_id").notNull(),
  name: text("name").notNull(),
  url: text("url"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
