import type { ItemLookup } from "../stores/records.ts";

/** One thing that a phase wants to know of an app. */
export type SyncItem = {
  /** Unique within the phase. */
  readonly key: string;
  /** Where it can be asked, in order: the next storefront is asked where one does not have the app. */
  readonly storefronts: readonly string[];
  readonly locale: string | null;
  /** The failed item that is asked again by this one; null in a phase's first pass. */
  readonly repairs: { readonly country: string; readonly attempts: number } | null;
};

/** An item and the storefront in which it is asked now. */
export type AskedItem = { readonly item: SyncItem; readonly country: string };

export type ItemResponse<Found> = AskedItem & { readonly lookup: ItemLookup<Found> };
