import type { ScraperShownFacts } from "../../scrapers/contracts/facts.ts";
import type { ListingTarget } from "../domain/country.ts";
import { normaliseShownFacts } from "./normalise-facts.ts";
import type { ItemLookup, ShownFacts, TargetLookup } from "./records.ts";

type RecordWithFacts<Of> = { readonly record: Of; readonly shown: ShownFacts };

export type LookupWithFacts<Of> = ItemLookup<RecordWithFacts<Of>>;

export function foundWithFacts<Of>(record: Of, shown: ScraperShownFacts): LookupWithFacts<Of> {
  return { outcome: "found", record: { record, shown: normaliseShownFacts(shown) } };
}

export function toTargetLookup<Of>(input: {
  readonly item: ListingTarget;
  readonly lookup: LookupWithFacts<Of>;
}): TargetLookup<Of> {
  const { item: target, lookup } = input;
  if (lookup.outcome !== "found") return { target, lookup };
  const { record, shown } = lookup.record;
  return { ...shown, target, lookup: { outcome: "found", record } };
}
