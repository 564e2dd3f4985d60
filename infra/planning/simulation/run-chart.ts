import { chartFetchRules } from "../../../lib/domain/chart-fetch.ts";
import { retryDelaySeconds } from "../../../lib/domain/paced-fetch.ts";
import { CHART_FLOOR, spreadWait } from "../../../lib/domain/store-call.ts";
import { DELAY_SECONDS_MAX } from "../../../lib/queues/work-queues.ts";
import type { Batch } from "../sync-shape.ts";
import { askStore, endCalls } from "./ask-store.ts";
import { endInvocation, eventKinds, queueAt, send } from "./environments.ts";
import type { World } from "./world.ts";

const DAY_SECONDS = 86_400;

/** A chart's day and so many seconds more: what comes later is recorded as missed. */
const CHART_AGE_MAX_SECONDS = DAY_SECONDS + chartFetchRules.graceHours * 3600;

const oneChart: Batch = { items: 1, chunks: [1], requests: 1, tokens: 1 };

/** The body of a chart's message: its day, and the attempts at it so far. */
export function chartMessage(day: number, attempts: number): number {
  return day * 8 + attempts;
}

function dayOf(message: number): number {
  return message >> 3;
}

function attemptsOf(message: number): number {
  return message & 7;
}

/** A message of a chart queue is received. */
export function beginChart(world: World, queueIndex: number, message: number): void {
  const { activity, costs, counts, events, settings } = world;
  const { platform } = queueAt(world, queueIndex);
  const startedAt = events.time;
  if (startedAt > dayOf(message) * DAY_SECONDS + CHART_AGE_MAX_SECONDS) {
    counts.missedCharts[platform] += 1;
    endInvocation(world, queueIndex, { startedAt, seconds: costs.statement });
    return;
  }

  const isLimited = settings.storeBudgets[platform].rate !== "unlimited";
  activity.statements += isLimited ? 2 : 1;
  const wait = world.buckets[platform].take(oneChart.tokens, startedAt, CHART_FLOOR);
  if (wait > 0) {
    counts.denied += 1;
    const waitSeconds = Math.min(DELAY_SECONDS_MAX, spreadWait(wait, world.random()));
    sendLater(world, queueIndex, { startedAt, message, waitSeconds });
    return;
  }
  const id = world.invocations.open(queueIndex, message, startedAt);
  const statements = isLimited ? 3 : 2;
  const seconds = askStore(world, platform, id, oneChart) + statements * costs.statement;
  events.push(startedAt + seconds, eventKinds.asked, id);
}

/** The store has responded with the chart, which is stored by one statement. */
export function endChart(world: World, id: number): void {
  const { activity, counts, events, input, invocations, random } = world;
  const queueIndex = invocations.queue[id] ?? 0;
  const startedAt = invocations.startedAt[id] ?? 0;
  const message = invocations.message[id] ?? 0;
  const { platform } = queueAt(world, queueIndex);
  invocations.close(id);
  const items = endCalls(world, id);
  if (random() < input.assumed.itemFailures) {
    retry(world, queueIndex, { startedAt, message });
    return;
  }
  activity.charts[platform] += items;
  activity.itemsStored += items;
  activity.statements += input.assumed.batchWriteStatements;
  counts.lastChartAfter[platform] = events.time - dayOf(message) * DAY_SECONDS;
  endInvocation(world, queueIndex, { startedAt, seconds: 0 });
}

/** The sweeper sends a chart that failed again when its time has come. */
function retry(world: World, queueIndex: number, chart: { startedAt: number; message: number }): void {
  const { counts, random, costs } = world;
  const attempts = attemptsOf(chart.message) + 1;
  const waitSeconds = retryDelaySeconds(chartFetchRules, attempts, { random, retryAfterSeconds: null });
  const again = { ...chart, message: chartMessage(dayOf(chart.message), attempts) };
  if (waitSeconds !== null) {
    sendLater(world, queueIndex, { ...again, waitSeconds });
    return;
  }
  counts.failedCharts += 1;
  endInvocation(world, queueIndex, { startedAt: chart.startedAt, seconds: costs.statement });
}

function sendLater(
  world: World,
  queueIndex: number,
  { startedAt, message, waitSeconds }: { startedAt: number; message: number; waitSeconds: number },
): void {
  const seconds = 2 * world.costs.statement + world.costs.send;
  endInvocation(world, queueIndex, { startedAt, seconds });
  const delay = Math.ceil(waitSeconds) + 1;
  send(world, { queue: queueIndex, body: message, at: world.events.time + seconds + delay });
}
