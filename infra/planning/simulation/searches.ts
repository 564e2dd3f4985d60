import { LIVE_WAIT_SECONDS_MAX } from "../../../lib/domain/call-limits.ts";
import { searchCosts } from "../../../lib/domain/request-costs.ts";
import { callStore } from "./deliveries.ts";
import type { Process } from "./events.ts";
import type { Store } from "./world.ts";

/** Models lib/stores/live-store.ts. Each search also pays for its look-up or its second page. */
export function* search(store: Store): Process {
  const { buckets, counts, events, platform } = store;
  counts.searches += 1;
  let secondsLeft = LIVE_WAIT_SECONDS_MAX;
  for (const costs of [searchCosts[platform].first, searchCosts[platform].rest]) {
    const secondsToWait = () => Math.ceil(buckets.take(costs, "live", events.time));
    for (let seconds = secondsToWait(); seconds > 0; seconds = secondsToWait()) {
      secondsLeft -= seconds;
      if (secondsLeft < 0) {
        counts.searchesRejected += 1;
        return;
      }
      yield events.time + seconds;
    }
    yield* callStore(store, { purpose: "live", costs });
  }
}
