import type { ItemFailure, ItemKey } from "../../../db/queries/failed-items.ts";
import { type FailureReason, nextAttemptDelaySeconds } from "../../domain/failed-item.ts";
import type { ItemBatch } from "../item-loop.ts";
import type { SyncItem } from "../sync-item.ts";

type ItemResults<Found> = {
  readonly found: readonly Found[];
  /** Failed items that are no longer failed, or failed in another storefront now. */
  readonly settled: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/** Sorts the responses of a batch by what is to be written for them. */
export function itemResults<Found>({ responded, absent }: ItemBatch<Found>): ItemResults<Found> {
  const found: Found[] = [];
  const failed: ItemFailure[] = [];
  const settled: ItemKey[] = absent.flatMap(repairedKey);

  for (const { item, country, lookup } of responded) {
    if (lookup.outcome === "found") {
      found.push(lookup.record);
      settled.push(...repairedKey(item));
    } else if (lookup.outcome === "failed") {
      failed.push(failureOf(item, country, lookup.failure.reason));
      if (item.repairs?.country !== country) settled.push(...repairedKey(item));
    }
  }
  return { found, settled, failed };
}

function failureOf(item: SyncItem, country: string, reason: FailureReason): ItemFailure {
  const attempts = (item.repairs?.attempts ?? 0) + 1;
  const key = { country_code: country, locale: item.locale };
  return { ...key, reason, attempts, retry_in_seconds: nextAttemptDelaySeconds(reason, attempts) };
}

function repairedKey({ repairs, locale }: SyncItem): readonly ItemKey[] {
  return repairs === null ? [] : [{ country_code: repairs.country, locale }];
}

/** Throws where the connector returned fewer lookups than it was asked for. */
export function lookupAt<Lookup>(lookups: readonly { readonly lookup: Lookup }[], index: number): Lookup {
  const found = lookups[index];
  if (found === undefined) throw new Error("The connector returned fewer items than were asked.");
  return found.lookup;
}
