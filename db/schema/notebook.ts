import { date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";

import { createdAt, intIdentity, updatedAt } from "./columns.ts";

export const savedViews = pgTable("saved_views", {
  id: intIdentity(),
  userId: integer("user_id").notNull(),
  name: text("name").notNull(),
  /** The name in the form in which names of one user must differ. */
  foldedName: text("folded_name").notNull(),
  scope: jsonb("scope").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const notes = pgTable("notes", {
  id: intIdentity(),
  userId: integer("user_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  /** Null if the note is about no app. */
  appId: integer("app_id"),
  text: text("text").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const tags = pgTable("tags", {
  id: intIdentity(),
  userId: integer("user_id").notNull(),
  name: text("name").notNull(),
  foldedName: text("folded_name").notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A trigger deletes the rows of an app that the user no longer follows. */
export const appTags = pgTable("app_tags", {
  userId: integer("user_id").notNull(),
  appId: integer("app_id").notNull(),
  tagId: integer("tag_id").notNull(),
  createdAt: createdAt(),
});
