import type { ItemFailure, ItemKey } from "../../../db/queries/failed-items.ts";
import { nextAttemptDelaySeconds } from "../../domain/failed-item.ts";
import type { ItemBatch } from "../item-loop.ts";
import type { SyncItem } from "../sync-item.ts";

type ItemResults<Found> = {
  readonly found: readonly { readonly item: SyncItem; readonly record: Found }[];
  /** Answered empty_response, or not asked because the storefront is known not to have the app. */
  readonly absent: readonly SyncItem[];
  /** No longer failed, whatever they were before. */
  readonly settled: readonly ItemKey[];
  readonly failed: readonly ItemFailure[];
};

/** Sorts the answers of a batch by what is to be written for them. */
export function itemResults<Found>(batch: ItemBatch<Found>): ItemResults<Found> {
  const found: { item: SyncItem; record: Found }[] = [];
  const absent: SyncItem[] = [...batch.skipped];
  const failed: ItemFailure[] = [];

  for (const { item, lookup } of batch.answered) {
    switch (lookup.outcome) {
      case "found":
        found.push({ item, record: lookup.record });
        break;
      case "empty_response":
        absent.push(item);
        break;
      case "failed": {
        const { reason } = lookup.failure;
        const attempts = item.attempts + 1;
        failed.push({
          ...itemKey(item),
          reason,
          attempts,
          retry_in_seconds: nextAttemptDelaySeconds(reason, attempts),
        });
        break;
      }
    }
  }

  const settled = [...found.map(({ item }) => item), ...absent].map(itemKey);
  return { found, absent, settled, failed };
}

export function itemKey(item: SyncItem): ItemKey {
  return { country_code: item.country, locale: item.locale };
}
