import { sql } from "drizzle-orm";
import { bigint, boolean, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { type FactKey, factKeys, type RelatedKind, relatedKinds } from "../../lib/domain/fact.ts";
import { platforms } from "../../lib/domain/platform.ts";
import { countryCode, instant } from "./columns.ts";

export type CurrentFact = { readonly value: unknown; readonly country_code: string };

/** The newest facts of an app. */
export const appFacts = pgTable("app_facts", {
  appId: integer("app_id").notNull(),
  facts: jsonb("facts").$type<{ readonly [Key in FactKey]?: CurrentFact }>().notNull(),
  /** The day of the last read, YYYY-MM-DD. */
  readOn: jsonb("read_on").$type<{ readonly [Key in FactKey | RelatedKind]?: string }>().notNull(),
});

/** The table is append-only: a value holds until the next row of its fact and storefront. */
export const appFactChanges = pgTable("app_fact_changes", {
  id: bigint("id", { mode: "number" }).notNull().default(sql`nextval('app_store_listing_changes_id_seq')`),
  appId: integer("app_id").notNull(),
  key: text("key", { enum: factKeys }).notNull(),
  /** `GLOBAL_COUNTRY` if the fact is the same in all storefronts. */
  countryCode: countryCode().notNull(),
  validFrom: instant("valid_from").notNull(),
  value: jsonb("value").$type<unknown>().notNull(),
  /** If true, the value may be older than the first read. */
  isFirst: boolean("is_first").notNull(),
  eventId: bigint("event_id", { mode: "number" }),
});

/** One row for each day on which installs were read. The table is partitioned by quarter. */
export const appInstalls = pgTable("app_installs", {
  appId: integer("app_id").notNull(),
  day: date("day", { mode: "string" }).notNull(),
  installs: bigint("installs", { mode: "number" }).notNull(),
});

/** The table is append-only: a list holds until the next row of its kind. */
export const appRelatedLists = pgTable("app_related_lists", {
  appId: integer("app_id").notNull(),
  kind: text("kind", { enum: relatedKinds }).notNull(),
  validFrom: instant("valid_from").notNull(),
  countryCode: countryCode().notNull(),
  externalIds: text("external_ids").array().notNull(),
});

export const relatedAppNames = pgTable("related_app_names", {
  platform: text("platform", { enum: platforms }).notNull(),
  countryCode: countryCode().notNull(),
  externalId: text("external_id").notNull(),
  name: text("name").notNull(),
  subtitle: text("subtitle"),
});
