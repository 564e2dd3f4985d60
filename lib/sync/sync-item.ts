import type { ItemLookup } from "../stores/records.ts";

/** One question of a phase. */
export type SyncItem = {
  /** Unique within the phase. */
  readonly key: string;
  readonly country: string;
  readonly locale: string | null;
  /** Failures so far, when this is a failed item that is asked again. */
  readonly attempts: number;
};

export type AnsweredItem<Found> = { readonly item: SyncItem; readonly lookup: ItemLookup<Found> };

/** Storefronts in one call to a scraper, and calls under way at once: together what one write stores at most. */
export const CHUNK_ITEMS = 10;
const CHUNKS_IN_PARALLEL = 5;
export const BATCH_ITEMS_MAX = CHUNK_ITEMS * CHUNKS_IN_PARALLEL;
