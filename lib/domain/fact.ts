import * as z from "zod";

/** Facts of an app, in the order of responses. docs/facts.md describes their values. */
export const factKeys = [
  "name",
  "publisher",
  "category",
  "categories",
  "content_rating",
  "minimum_os",
  "size_bytes",
  "languages",
  "supported_devices",
  "in_app_purchases",
  "ads",
  "privacy",
  "accessibility",
  "developer",
  "privacy_policy",
  "feature_graphic",
] as const;
export type FactKey = (typeof factKeys)[number];
export const factKeySchema = () => z.enum(factKeys);

/** Facts that differ between storefronts or their languages. Values of two storefronts are not compared. */
export const storefrontFacts = [
  "name",
  "content_rating",
  "size_bytes",
  "in_app_purchases",
  "privacy_policy",
  "feature_graphic",
] as const satisfies readonly FactKey[];

/** Facts whose entries have ids of the store. Their names and titles are translated, so only the ids are compared. */
export const factsWithIds = [
  "category",
  "categories",
  "privacy",
  "accessibility",
] as const satisfies readonly FactKey[];

export const FACTS_PAGE = 100;

export const INSTALL_DAYS = 30;
export const INSTALL_DAYS_MAX = 366;

export const relatedKinds = ["similar", "more_by_publisher"] as const;
export type RelatedKind = (typeof relatedKinds)[number];
