import { formatQuantity } from "../../format/numbers.ts";

/** The reason for which an action on several apps is aborted when its screen is left. */
export const SCREEN_LEFT = "screen left";

/** Returns what a message says of the apps that such an action did not reach. `done` completes "3 apps are …". */
export function describeLeft(count: number, done: string): string {
  return `You left the screen before ${formatQuantity(count, "app was", "apps were")} ${done}.`;
}
