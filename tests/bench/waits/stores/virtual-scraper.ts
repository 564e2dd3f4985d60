import { createHash } from "node:crypto";

import { assumed } from "../../../../infra/planning/assumptions.ts";
import { createLatencyModel } from "../../../../infra/planning/store-latency.ts";
import type { Transport } from "../../../../lib/stores/signed-transport.ts";
import type { VirtualWorld } from "../virtual/world.ts";
import { respond } from "./respond.ts";
import type { ShownStore } from "./scraper-response.ts";

const HEX_DIGITS = 12;

/**
 * Returns what sends requests to a scraper whose store takes virtual time to respond. How long follows from the request
 * and its time, so that requests which are sent at once may be sent in any order.
 */
export function connectVirtually(
  world: VirtualWorld,
  store: ShownStore,
  { seed, longestSeconds }: { readonly seed: number; readonly longestSeconds: number },
): Transport {
  const latency = createLatencyModel({ medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms }, longestSeconds);
  return async ({ url }) => {
    const task = world.current();
    if (task !== undefined) task.scraperCalls += 1;
    const { status, body, headers, requested } = respond(store, url);
    const digest = createHash("sha256").update(`${seed} ${world.ms()} ${url}`).digest("hex");
    const drawn = Number.parseInt(digest.slice(0, HEX_DIGITS), 16) / 16 ** HEX_DIGITS;
    await world.sleep(latency.slowestOf(requested, drawn) * 1_000 + assumed.scraperCallMs);
    return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
  };
}
