import { nextAttemptDelaySeconds } from "../../../lib/domain/failed-item.ts";
import { type Fleet, IDLE } from "./fleet.ts";

/** Items that failed once more wait longer. */
export function endRepair(
  fleet: Fleet,
  app: number,
  { failed, now }: { readonly failed: number; readonly now: number },
): void {
  fleet.state[app] = IDLE;
  fleet.leaseUntil[app] = 0;
  fleet.failedItems[app] = failed;
  fleet.itemAttempts[app] = (fleet.itemAttempts[app] ?? 0) + 1;
  planRepair(fleet, app, now);
}

export function planRepair(fleet: Fleet, app: number, now: number): void {
  const delay = fleet.failedItems[app] === 0 ? null : nextAttemptDelaySeconds("timeout", fleet.itemAttempts[app] ?? 1);
  fleet.nextRetryAt[app] = delay === null ? Number.POSITIVE_INFINITY : now + delay;
}
