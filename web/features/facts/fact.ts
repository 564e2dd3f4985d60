import type { Data } from "../../client/operation-types.ts";

export type Fact = Data<"listFacts">[number];
export type FactKey = Fact["key"];
export type FactValue<Key extends FactKey> = Extract<Fact, { readonly key: Key }>["value"];

/** A fact without what is known of its storefront and days. */
export type FactContent = { [Key in FactKey]: { readonly key: Key; readonly value: FactValue<Key> } }[FactKey];
