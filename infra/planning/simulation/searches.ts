import { LIVE_WAIT_SECONDS_MAX } from "../../../lib/domain/call-limits.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { searchCosts } from "../../../lib/domain/request-costs.ts";
import type { RequestCosts } from "../../../lib/domain/store-hosts.ts";
import { callStore } from "./deliveries.ts";
import { DAY_SECONDS } from "./paced-slots.ts";
import type { Store, World } from "./world.ts";

/** Users search both stores alike. Each search also pays for its look-up or its second page. */
export function planSearches(world: World, perDay: number): void {
  const { events, input, random, stores } = world;
  for (let left = Math.round(perDay * input.days); left > 0; left -= 1) {
    const store = stores[platforms[left % platforms.length] ?? "ios"];
    const { first, rest } = searchCosts[store.platform];
    events.plan(random() * input.days * DAY_SECONDS, () => {
      world.counts.searches += 1;
      pay(world, store, { costs: first, secondsLeft: LIVE_WAIT_SECONDS_MAX }, (secondsLeft) =>
        pay(world, store, { costs: rest, secondsLeft }, () => undefined),
      );
    });
  }
}

type Payment = { readonly costs: RequestCosts; readonly secondsLeft: number };

/** Models lib/stores/live-store.ts. */
function pay(world: World, store: Store, { costs, secondsLeft }: Payment, then: (secondsLeft: number) => void): void {
  const { buckets, counts, events } = world;
  const waitSeconds = Math.ceil(buckets.take(costs, "live", events.time));
  if (waitSeconds === 0) {
    callStore(world, { platform: store.platform, purpose: "live", costs, items: 1 }, () => then(secondsLeft));
  } else if (waitSeconds > secondsLeft) counts.searchesRejected += 1;
  else {
    const again = { costs, secondsLeft: secondsLeft - waitSeconds };
    events.plan(events.time + waitSeconds, () => pay(world, store, again, then));
  }
}
