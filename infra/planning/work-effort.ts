import { BATCH_ITEMS_MAX } from "../../lib/domain/call-limits.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { publisherReadCosts } from "../../lib/domain/publisher.ts";
import { callCosts, searchRanksCosts, storefrontAppsCosts } from "../../lib/domain/request-costs.ts";
import { REPAIR_PHASE, syncPhases } from "../../lib/domain/sync-phase.ts";
import type { Assumed } from "./assumptions.ts";
import { type LaterBatch, laterBatches, type Month } from "./later-sync.ts";
import { createLatencyModel, type LatencyModel } from "./store-latency.ts";
import { type Batch, batchesOf, batchOf, syncShape } from "./sync-shape.ts";

const effortKeys = [
  "messages",
  "workerSeconds",
  "scraperCalls",
  "scraperSeconds",
  "storeRequests",
  "items",
  "statements",
] as const;
export type Effort = Readonly<Record<(typeof effortKeys)[number], number>>;

export function mapEffort(of: (key: (typeof effortKeys)[number]) => number): Effort {
  return {
    messages: of("messages"),
    workerSeconds: of("workerSeconds"),
    scraperCalls: of("scraperCalls"),
    scraperSeconds: of("scraperSeconds"),
    storeRequests: of("storeRequests"),
    items: of("items"),
    statements: of("statements"),
  };
}

const PHASES = syncPhases.filter((phase) => phase !== REPAIR_PHASE).length;

export type Circumstances = {
  readonly assumed: Assumed;
  readonly routeDeadlineSeconds: number;
  readonly isLimited: boolean;
  readonly batchItemsMax: number;
  readonly periodicShare: number;
};

export function wholeEffort(platform: Platform, sharesSweep: boolean, circumstances: Circumstances): Effort {
  const shape = syncShape(platform, { sharesSweep, batchItemsMax: circumstances.batchItemsMax });
  const batches = batchesOf(shape).map((batch): LaterBatch => ({ batch, share: 1 }));
  return syncEffort(batches, circumstances);
}

export function laterEffort(platform: Platform, month: Month, circumstances: Circumstances): Effort {
  const { needed, periodic } = laterBatches(platform, month, circumstances.assumed);
  const read = periodic.map(({ batch, share }) => ({ batch, share: share * circumstances.periodicShare }));
  return syncEffort([...needed, ...read], { ...circumstances, isLimited: false });
}

function syncEffort(batches: readonly LaterBatch[], circumstances: Circumstances): Effort {
  const { assumed, isLimited } = circumstances;
  const latency = latencyOf(circumstances);
  const waits = isLimited ? batches.length - 1 : 0;
  const total = (of: (batch: Batch) => number) => sum(batches.map(({ batch, share }) => share * of(batch)));
  const ofBatches = (of: (effort: ReturnType<typeof batchEffort>) => number) =>
    total((batch) => of(batchEffort(batch, latency, circumstances)));
  const messages = PHASES + waits;
  // A message has a claim and a dispatch, a phase except the last has an end, and a wait has a request and a release.
  const ofMessages = messages * (1 + assumed.dispatchStatements);
  const statements = ofMessages + 2 * waits + PHASES - 1 + assumed.batchWriteStatements;
  return {
    messages,
    workerSeconds:
      ofBatches((effort) => effort.workerSeconds) +
      ((messages + 2 * waits + 1) * assumed.statementMs + (messages - 1) * assumed.sendMs) / 1000,
    scraperCalls: ofBatches((effort) => effort.scraperCalls),
    scraperSeconds: ofBatches((effort) => effort.scraperSeconds),
    storeRequests: total(({ requests }) => requests),
    items: total(({ items }) => items),
    statements: statements + ofBatches((effort) => effort.statements),
  };
}

/** A batch of a sweep is one request, one message, and as many writes as its apps fill. */
export function sweepEffort(appsPerRequest: number, circumstances: Circumstances): Effort {
  const fetched = fetchEffort(batchOf(1, storefrontAppsCosts), circumstances);
  const writes = appsPerRequest / BATCH_ITEMS_MAX;
  const { batchWriteStatements } = circumstances.assumed;
  return {
    ...fetched,
    items: appsPerRequest,
    statements: fetched.statements + (writes - 1) * batchWriteStatements,
  };
}

export function chartEffort(platform: Platform, circumstances: Circumstances): Effort {
  return fetchEffort(batchOf(1, callCosts[platform].fetchChart), circumstances);
}

export function namingEffort(circumstances: Circumstances): Effort {
  return fetchEffort(batchOf(1, storefrontAppsCosts), circumstances);
}

export function publisherEffort(platform: Platform, circumstances: Circumstances): Effort {
  return fetchEffort(batchOf(1, publisherReadCosts[platform]), circumstances);
}

export function keywordEffort(platform: Platform, circumstances: Circumstances): Effort {
  return fetchEffort(batchOf(1, searchRanksCosts[platform]), circumstances);
}

function fetchEffort(batch: Batch, circumstances: Circumstances): Effort {
  const { assumed } = circumstances;
  const effort = batchEffort(batch, latencyOf(circumstances), circumstances);
  return {
    ...effort,
    messages: 1,
    workerSeconds: effort.workerSeconds + assumed.statementMs / 1000,
    storeRequests: batch.requests,
    items: 1,
    statements: effort.statements + 1 + assumed.dispatchStatements,
  };
}

/** A delivery without a token is a claim, a check, a release and a dispatch. */
export function idleEffort({ dispatchStatements, sendMs, statementMs }: Assumed): Effort {
  const statements = 3 + dispatchStatements;
  return {
    messages: 1,
    workerSeconds: (statements * statementMs + sendMs) / 1_000,
    scraperCalls: 0,
    scraperSeconds: 0,
    storeRequests: 0,
    items: 0,
    statements,
  };
}

function latencyOf({ assumed, routeDeadlineSeconds }: Circumstances): LatencyModel {
  return createLatencyModel({ medianMs: assumed.storeMedianMs, p99Ms: assumed.storeP99Ms }, routeDeadlineSeconds);
}

function batchEffort(batch: Batch, latency: LatencyModel, { assumed, isLimited }: Circumstances) {
  const callSeconds = assumed.scraperCallMs / 1000;
  const budgetStatements = isLimited ? 1 : 0;
  const requestsEach = batch.requests / batch.items;
  return {
    scraperCalls: batch.chunks.length,
    scraperSeconds: sum(batch.chunks.map((items) => latency.meanSlowestOf({ items, requestsEach }) + callSeconds)),
    workerSeconds:
      latency.meanSlowestOf({ items: batch.items, requestsEach }) +
      callSeconds +
      ((budgetStatements + 1) * assumed.statementMs) / 1000,
    statements: budgetStatements + assumed.batchWriteStatements,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
