import type { Stage } from "../../aws/stages.ts";
import type { Activity } from "../activity.ts";
import type { Assumed } from "../assumptions.ts";
import type { Inventory } from "../inventory.ts";
import type { PricedItem } from "../prices.ts";

/** What a bill is computed from. */
export type Usage = {
  readonly stage: Stage;
  readonly inventory: Inventory;
  readonly activity: Activity;
  readonly assumed: Assumed;
};

/** So much of something that has a price, in a month. */
export type UsedItem = {
  readonly service: string;
  readonly item: string;
  readonly quantity: number;
  readonly price: PricedItem;
};

/** Hours of a month, as AWS counts them. */
export const HOURS_PER_MONTH = 730;

/** The factor from what an activity counts to a month. */
export function monthly({ activity }: Usage): number {
  return HOURS_PER_MONTH / 24 / activity.days;
}
