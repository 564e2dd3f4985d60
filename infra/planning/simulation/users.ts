import { LIVE_WAIT_SECONDS_MAX } from "../../../lib/domain/call-limits.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { callCosts } from "../../../lib/domain/request-costs.ts";
import { addCalls } from "../activity.ts";
import { refreshChart } from "./charts.ts";
import { callStore } from "./consumers.ts";
import type { World } from "./world.ts";

/** A user searches a store: the rules of lib/stores/live-store.ts, for searches that no other shares. */
export function search(world: World): void {
  searchOf(world, drawUser(world).platform, world.events.time);
}

function searchOf(world: World, platform: Platform, since: number): void {
  const { activity, buckets, costs: seconds, counts, demandRandom, events } = world;
  const costs = callCosts[platform].searchApps;
  const wait = buckets.take(costs, "live", events.time);
  activity.statements += SEARCH_STATEMENTS;
  if (wait > 0 && events.time + wait <= since + LIVE_WAIT_SECONDS_MAX) {
    events.plan(events.time + wait, () => searchOf(world, platform, since));
    return;
  }
  counts.searches[platform][wait > 0 ? "denied" : "taken"] += 1;
  if (wait > 0) return;
  const then = () => addCalls(activity, "api", 1, events.time - since);
  const besides = SEARCH_STATEMENTS * seconds.statement;
  callStore(world, { platform, costs, chunks: [1], besides, then, random: demandRandom });
}

/** Sharing the call, taking tokens, storing what is found. */
const SEARCH_STATEMENTS = 3;

/** A user reads a chart that may not be stored yet. */
export function requestChart(world: World): void {
  const { demandRandom, settings } = world;
  const { platform, user } = drawUser(world);
  const index = Math.floor(demandRandom() * settings.charts[platform].all);
  refreshChart(world, platform, { user, index });
}

/** Users are spread over the stores as apps are. */
function drawUser({ demandRandom: draw, input }: World): { readonly platform: Platform; readonly user: number } {
  const { android, ios } = input.apps;
  const platform = draw() * (ios + android) < ios ? "ios" : "android";
  return { platform, user: Math.floor(draw() * input.demand.users) };
}
