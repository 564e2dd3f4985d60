import type { Platform } from "./platform.ts";

export const storeCategoryTypes = ["app", "game", "magazine"] as const;
export type StoreCategoryType = (typeof storeCategoryTypes)[number];

/** A category as a store knows it. */
export type StoreCategory = {
  readonly platform: Platform;
  /** null for the platform's "All". */
  readonly externalId: string | null;
  readonly name: string;
  readonly slug: string;
  readonly type: StoreCategoryType;
  readonly parentExternalId: string | null;
};
