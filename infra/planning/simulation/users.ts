import { messageDelaySeconds } from "../../../lib/domain/message-delay.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { callCosts } from "../../../lib/domain/request-costs.ts";
import { countRequests } from "../../../lib/domain/store-hosts.ts";
import { addCalls } from "../activity.ts";
import { chartKind } from "./run-chart.ts";
import { dayAt, sendFetch } from "./run-fetch.ts";
import { callStore } from "./work-queues.ts";
import type { World } from "./world.ts";

/** A user searches a store: the rules of lib/stores/live-call.ts, for searches that no other shares. */
export function search(world: World): void {
  const { activity, costs, counts, demandRandom, events, live } = world;
  const { platform, user } = drawUser(world);
  const searched = callCosts[platform].searchApps;
  const requests = countRequests(searched);
  const taken = live[platform].take(user, requests, events.time);
  activity.statements += SEARCH_STATEMENTS;
  const outcome = taken.outcome === "denied" ? (`denied_by_${taken.by}` as const) : taken.outcome;
  counts.searches[platform][outcome] += 1;
  if (taken.outcome === "denied") return;

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
