import { LIVE_WAIT_SECONDS_MAX } from "../../../lib/domain/live-limits.ts";
import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { callCosts } from "../../../lib/domain/request-costs.ts";
import { countRequests } from "../../../lib/domain/store-hosts.ts";
import { addCalls } from "../activity.ts";
import { chartKind } from "./run-chart.ts";
import { dayAt, sendFetch } from "./run-fetch.ts";
import { callStore } from "./work-queues.ts";
import type { World } from "./world.ts";

/** A user searches a store: the rules of lib/stores/live-store.ts, for searches that no other shares. */
export function search(world: World): void {
  const { platform } = drawUser(world);
  searchOf(world, platform, world.events.time + LIVE_WAIT_SECONDS_MAX);
}

function searchOf(world: World, platform: Platform, waitsUntil: number): void {
  const { activity, buckets, costs, counts, demandRandom, events, live } = world;
  const searched = callCosts[platform].searchApps;
  const requests = countRequests(searched);
  const isLeft = live[platform].held(events.time) >= requests;
  const wait = isLeft ? buckets.take(searched, "live", events.time) : Number.POSITIVE_INFINITY;
  activity.statements += SEARCH_STATEMENTS;
  if (wait > 0 && events.time + wait <= waitsUntil) {
    events.plan(events.time + wait, () => searchOf(world, platform, waitsUntil));
    return;
  }
  counts.searches[platform][wait > 0 ? "denied" : "taken"] += 1;
  if (wait > 0) return;

  live[platform].pay(requests, events.time);
  const startedAt = events.time;
  const batch = { items: 1, chunks: [1], requests, costs: searched };
  const then = () => addCalls(activity, "api", 1, events.time - startedAt);
  callStore(world, platform, { batch, besides: SEARCH_STATEMENTS * costs.statement, then, random: demandRandom });
}

/** Sharing the call, taking tokens, storing what is found. */
const SEARCH_STATEMENTS = 3;

/** A user reads a chart that may not be stored yet: the rules of lib/charts/refresh-chart.ts. */
export function requestChart(world: World): void {
  const { activity, charts, counts, demandRandom, events, settings } = world;
  const { platform, user } = drawUser(world);
  const chart = { index: Math.floor(demandRandom() * settings.charts[platform].all), day: dayAt(events.time) };
  const requested = charts[platform].request(user, chart, events.time);
  activity.statements += 1;
  counts.chartRequests[platform][requested.outcome] += 1;
  if (requested.outcome !== "queued") return;
  const at = events.time + messageDelaySeconds(requested.delaySeconds);
  sendFetch(world, chartKind, { platform, ...chart, at });
}

/** Users are spread over the stores as apps are. */
function drawUser({ demandRandom: draw, input }: World): { readonly platform: Platform; readonly user: number } {
  const { android, ios } = input.apps;
  const platform = draw() * (ios + android) < ios ? "ios" : "android";
  return { platform, user: Math.floor(draw() * input.demand.users) };
}
