import { CHART_FLOOR, spreadWait } from "../../../lib/domain/call-limits.ts";
import { chartFetchRules } from "../../../lib/domain/chart.ts";
import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import { retryDelaySeconds } from "../../../lib/domain/paced-fetch.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import type { Batch } from "../sync-shape.ts";
import { callStore, endInvocation, queueOf, send } from "./work-queues.ts";
import type { WorkQueue, World } from "./world.ts";

const DAY_SECONDS = 86_400;

/** A chart's day and its grace: what comes later is recorded as missed. */
const CHART_AGE_MAX_SECONDS = DAY_SECONDS + chartFetchRules.graceHours * 3600;

const oneChart: Batch = { items: 1, chunks: [1], requests: 1, tokens: 1 };

/** A chart's message: its day, and the attempts at it so far. */
type Message = { readonly day: number; readonly attempts: number };
type Invocation = Message & { readonly queue: WorkQueue; readonly startedAt: number };

export function dayAt(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** lib/charts/start-daily-charts.ts */
export function planCharts(world: World): void {
  const { charts, events, settings } = world;
  for (const platform of platforms) {
    charts[platform].plan(dayAt(events.time), settings.charts[platform].perDay, events.time);
  }
  sweepCharts(world);
}

/** lib/charts/sweep-charts.ts */
export function sweepCharts(world: World): void {
  const { charts, events, settings } = world;
  for (const platform of platforms) {
    for (const { day, delaySeconds } of charts[platform].takeDue(events.time, settings.chartHorizonSeconds)) {
      sendChart(world, platform, { day, at: events.time + delaySeconds });
    }
  }
}

export function sendChart(
  world: World,
  platform: Platform,
  { day, at }: { readonly day: number; readonly at: number },
) {
  const begin = (taken: WorkQueue) => beginChart(world, taken, { day, attempts: 0 });
  send(world, queueOf(world, "charts", platform), { at, begin });
}

/** A consumer receives a message: the rules of lib/fetches/paced-fetch.ts. */
function beginChart(world: World, queue: WorkQueue, message: Message): void {
  const { activity, buckets, costs, counts, events, random, settings } = world;
  const { platform } = queue;
  const invocation = { ...message, queue, startedAt: events.time };
  if (events.time > message.day * DAY_SECONDS + CHART_AGE_MAX_SECONDS) {
    counts.missedCharts[platform] += 1;
    close(world, invocation, costs.statement);
    return;
  }

  const isLimited = settings.storeBudgets[platform].rate !== "unlimited";
  activity.statements += isLimited ? 2 : 1;
  const wait = buckets[platform].take(oneChart.tokens, events.time, CHART_FLOOR);
  if (wait > 0) {
    counts.denied += 1;
    sendLater(world, invocation, Math.min(DELAY_SECONDS_MAX, spreadWait(wait, random())));
    return;
  }
  const then = () => endChart(world, invocation);
  callStore(world, platform, { batch: oneChart, besides: (isLimited ? 3 : 2) * costs.statement, then });
}

/** The store has responded; the chart is stored by one statement. */
function endChart(world: World, invocation: Invocation): void {
  const { activity, counts, events, input, random } = world;
  const { platform } = invocation.queue;
  if (random() < input.assumed.itemFailures) {
    retry(world, invocation);
    return;
  }
  activity.charts[platform] += 1;
  activity.itemsStored += 1;
  activity.statements += input.assumed.batchWriteStatements;
  counts.lastChartAfter[platform] = events.time - invocation.day * DAY_SECONDS;
  close(world, invocation, 0);
}

/** The sweeper sends a chart that failed again when it is due. */
function retry(world: World, { attempts, ...invocation }: Invocation): void {
  const { counts, random, costs } = world;
  const waitSeconds = retryDelaySeconds(chartFetchRules, attempts + 1, { random, retryAfterSeconds: null });
  if (waitSeconds !== null) {
    sendLater(world, { ...invocation, attempts: attempts + 1 }, waitSeconds);
    return;
  }
  counts.failedCharts += 1;
  close(world, { ...invocation, attempts }, costs.statement);
}

function sendLater(world: World, invocation: Invocation, waitSeconds: number): void {
  const { costs, events } = world;
  const { queue, day, attempts } = invocation;
  const seconds = 2 * costs.statement + costs.send;
  close(world, invocation, seconds);
  const at = events.time + seconds + Math.ceil(waitSeconds) + 1;
  send(world, queue, { at, begin: (taken) => beginChart(world, taken, { day, attempts }) });
}

function close(world: World, { queue, startedAt }: Invocation, seconds: number): void {
  endInvocation(world, queue, { startedAt, seconds });
}
