import type { Assumed } from "./assumptions.ts";
import { createLatencyModel, type LatencyModel } from "./store-latency.ts";
import { type Batch, batchesOf, type SyncShape } from "./sync-shape.ts";

/** What one full sync, or one chart, takes on average when nothing fails. */
export type Effort = {
  readonly messages: number;
  readonly workerSeconds: number;
  readonly scraperCalls: number;
  readonly scraperSeconds: number;
  readonly storeRequests: number;
  readonly tokens: number;
  readonly items: number;
  readonly statements: number;
};

/** Phases of a run, each with a message of its own: identity, listings, metrics, finalize. */
const PHASES = 4;

type Circumstances = {
  readonly assumed: Assumed;
  readonly routeDeadlineSeconds: number;
  /** The store's budget has a rate: each batch but the first waits once for tokens. */
  readonly isLimited: boolean;
};

export function syncEffort(shape: SyncShape, circumstances: Circumstances): Effort {
  const { assumed, isLimited } = circumstances;
  const latency = latencyOf(circumstances);
  const batches = batchesOf(shape);
  const waits = isLimited ? batches.length - 1 : 0;
  const efforts = batches.map((batch) => batchEffort(batch, latency, circumstances));
  const total = (of: (effort: ReturnType<typeof batchEffort>) => number) => sum(efforts.map(of));
  const messages = PHASES + waits;
  // Of a message: the claim, and sending the next one. Finalize writes once more; a wait asks and gives back.
  const statements = messages + 2 * waits + assumed.batchWriteStatements;
  return {
    messages,
    workerSeconds:
      total((effort) => effort.workerSeconds) +
      ((messages + 2 * waits + 1) * assumed.statementMs + (messages - 1) * assumed.sendMs) / 1000,
    scraperCalls: total((effort) => effort.scraperCalls),
    scraperSeconds: total((effort) => effort.scraperSeconds),
    storeRequests: sum(batches.map(({ requests }) => requests)),
    tokens: sum(batches.map(({ tokens }) => tokens)),
    items: sum(batches.map(({ items }) => items)),
    statements: statements + total((effort) => effort.statements),
  };
}

/** One request, one message, one write. */
export function chartEffort(circumstances: Circumstances): Effort {
  const { assumed } = circumstances;
  const chart: Batch = { items: 1, chunks: [1], requests: 1, tokens: 1 };
  const effort = batchEffort(chart, latencyOf(circumstances), circumstances);
  return {
    ...effort,
    messages: 1,
    workerSeconds: effort.workerSeconds + assumed.statementMs / 1000,
    storeRequests: 1,
    tokens: 1,
    items: 1,
    statements: effort.statements + 1,
  };
}

function latencyOf({ assumed, routeDeadlineSeconds }: Circumstances): LatencyModel {
  return createLatencyModel({ medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms }, routeDeadlineSeconds);
}

function batchEffort(batch: Batch, latency: LatencyModel, { assumed, isLimited }: Circumstances) {
  const callSeconds = assumed.scraperCallMs / 1000;
  const asksBudget = isLimited ? 1 : 0;
  const requestsEach = batch.requests / batch.items;
  return {
    scraperCalls: batch.chunks.length,
    scraperSeconds: sum(batch.chunks.map((items) => latency.meanSlowestOf({ items, requestsEach }) + callSeconds)),
    workerSeconds:
      latency.meanSlowestOf({ items: batch.items, requestsEach }) +
      callSeconds +
      ((asksBudget + 1) * assumed.statementMs) / 1000,
    statements: asksBudget + assumed.batchWriteStatements,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
