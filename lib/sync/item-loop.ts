import type { RunFence } from "../../db/queries/run-fence.ts";
import { platformFacts } from "../domain/platform.ts";
import type { CallContext } from "../stores/connector.ts";
import {
  callContext,
  type PhaseDependencies,
  type PhaseOutcome,
  STORE_CALL_DEADLINE_MS,
  type SyncRun,
  WRITE_RESERVE_MS,
} from "./phase.ts";
import { createStorefrontKnowledge, type StorefrontKnowledge } from "./storefront-knowledge.ts";
import { type AnsweredItem, BATCH_ITEMS_MAX, CHUNK_ITEMS, type SyncItem } from "./sync-item.ts";

export type ItemBatch<Found> = {
  readonly fence: RunFence;
  readonly observedAt: Date;
  readonly answered: readonly AnsweredItem<Found>[];
  /** Items not asked because their storefront is known not to have the app. */
  readonly skipped: readonly SyncItem[];
};

/** What distinguishes one kind of item from another: how it is asked and how answers are stored. */
export type ItemKind<Found> = {
  fetch(
    deps: PhaseDependencies,
    run: SyncRun,
    items: readonly SyncItem[],
    context: CallContext,
  ): Promise<readonly AnsweredItem<Found>[]>;
  /** false: the run is no longer ours. */
  store(deps: PhaseDependencies, run: SyncRun, batch: ItemBatch<Found>): Promise<boolean>;
};

type ItemLoop<Found> = {
  readonly kind: ItemKind<Found>;
  readonly items: readonly SyncItem[];
  /** What the write of the last batch ends. */
  readonly lastEnds: "phase" | "nothing";
  /** What other loops of the same phase have learnt. */
  readonly knowledge?: StorefrontKnowledge;
};

/**
 * Asks and stores the items of a phase, batch by batch, until all are done or the invocation's time is. What this run
 * has stored before is left out, so it can be stopped anywhere and started again.
 */
export async function runItems<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  loop: ItemLoop<Found>,
): Promise<PhaseOutcome> {
  const { knowledge = createStorefrontKnowledge(deps, run) } = loop;
  const done = new Set(run.completedItems);
  const pending = new Set(loop.items.filter((item) => !done.has(item.key)));
  knowledge.learn(loop.items.filter((item) => done.has(item.key)).map((item) => item.country));
  if (pending.size === 0 && loop.lastEnds === "nothing") return { kind: "completed" };

  // Each round finishes at least one item, so there are at most as many rounds as items, and one for an empty plan.
  for (let round = 0; round <= loop.items.length; round += 1) {
    const asked = nextBatch(pending, knowledge);
    const pause = await pauseBefore(deps, run, { round, items: asked.length });
    if (pause !== undefined) return pause;

    const answered = await ask(deps, run, loop.kind, asked);
    knowledge.learnAnswers(answered);
    const skipped = [...pending].filter((item) => knowledge.isUnavailable(item.country) && !asked.includes(item));
    for (const item of [...asked, ...skipped]) pending.delete(item);

    const fence = fenceAfter(run, loop, { finished: [...asked, ...skipped], pending: pending.size });
    const isStored = await loop.kind.store(deps, run, { fence, observedAt: deps.now(), answered, skipped });
    if (!isStored) return { kind: "superseded" };
    measureFailures(deps, run, answered);
    if (pending.size === 0) return { kind: "completed" };
  }
  throw new Error(`A round of the ${run.phase} phase finished no item.`);
}

/** The first batch of an invocation always runs, so that every invocation gets somewhere. */
async function pauseBefore(
  deps: PhaseDependencies,
  run: SyncRun,
  batch: { round: number; items: number },
): Promise<PhaseOutcome | undefined> {
  const madeProgress = batch.round > 0;
  if (madeProgress && run.remainingMs() < STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) {
    return { kind: "continue", waitSeconds: 0, madeProgress, countsAsAttempt: false };
  }
  if (batch.items === 0) return undefined;
  const waitSeconds = await deps.budget(batch.items * platformFacts[run.platform].requestsPerItem);
  return waitSeconds > 0 ? { kind: "continue", waitSeconds, madeProgress, countsAsAttempt: false } : undefined;
}

function measureFailures(
  deps: PhaseDependencies,
  { platform }: SyncRun,
  answered: readonly AnsweredItem<unknown>[],
): void {
  const reasons = answered.flatMap(({ lookup }) => (lookup.outcome === "failed" ? [lookup.failure.reason] : []));
  if (reasons.length === 0) return;
  deps.measure("FailedItems", reasons.length, { platform });
  for (const reason of new Set(reasons)) {
    deps.measure("FailedItems", reasons.filter((other) => other === reason).length, { platform, reason });
  }
}

function fenceAfter<Found>(
  run: SyncRun,
  loop: ItemLoop<Found>,
  batch: { finished: readonly SyncItem[]; pending: number },
): RunFence {
  const total = loop.items.length;
  return run.fence({
    itemsDone: batch.finished.map((item) => item.key),
    progress: run.phase === "reconciling" ? null : { done: total - batch.pending, total },
    ends: batch.pending === 0 ? loop.lastEnds : "nothing",
  });
}

/** One item a storefront until it is known to have the app: it must be asked once when it has not. */
export function nextBatch(pending: ReadonlySet<SyncItem>, knowledge: StorefrontKnowledge): readonly SyncItem[] {
  const batch: SyncItem[] = [];
  const first = new Set<string>();
  for (const item of pending) {
    if (batch.length === BATCH_ITEMS_MAX) break;
    if (knowledge.isUnavailable(item.country)) continue;
    if (first.has(item.country) && !knowledge.wasAsked(item.country)) continue;
    first.add(item.country);
    batch.push(item);
  }
  return batch;
}

async function ask<Found>(deps: PhaseDependencies, run: SyncRun, kind: ItemKind<Found>, items: readonly SyncItem[]) {
  const chunks = evenChunks(items, CHUNK_ITEMS);
  const answers = await Promise.all(chunks.map((chunk) => kind.fetch(deps, run, chunk, callContext(run))));
  return answers.flat();
}

export function evenChunks<Item>(items: readonly Item[], sizeMax: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / sizeMax);
  const size = Math.ceil(items.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
