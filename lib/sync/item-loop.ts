import type { RunFence } from "../../db/queries/run-fence.ts";
import { platformFacts } from "../domain/platform.ts";
import { BATCH_ITEMS_MAX, CHUNK_ITEMS } from "../domain/store-call.ts";
import type { CallContext } from "../stores/connector.ts";
import { callContext, type PhaseDependencies, type PhaseOutcome, pauseBefore, type SyncRun } from "./phase.ts";
import { plannedBefore, plannedTotal } from "./plan.ts";
import { createStorefrontKnowledge, type StorefrontKnowledge } from "./storefront-knowledge.ts";
import type { AskedItem, ItemResponse, SyncItem } from "./sync-item.ts";

export type ItemBatch<Found> = {
  readonly fence: RunFence;
  readonly observedAt: Date;
  readonly responded: readonly ItemResponse<Found>[];
  /** Items that none of their storefronts has. */
  readonly absent: readonly SyncItem[];
};

/** What distinguishes one kind of item from another: how it is asked and how responses are stored. */
export type ItemKind<Found> = {
  fetch(
    deps: PhaseDependencies,
    run: SyncRun,
    items: readonly AskedItem[],
    context: CallContext,
  ): Promise<readonly ItemResponse<Found>[]>;
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

/** Items that are not done, each with the storefronts that may still have it. */
type PendingItems = Map<SyncItem, readonly string[]>;

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
  const pending = takeUp(run, loop.items, knowledge);
  if (pending.size === 0 && loop.lastEnds === "nothing") return { kind: "completed" };

  // Each round finishes an item or rules out a storefront for one. An empty plan has a round of its own.
  const roundsMax = 1 + loop.items.reduce((sum, { storefronts }) => sum + storefronts.length, 0);
  for (let round = 0; round <= roundsMax; round += 1) {
    const asked = nextBatch(pending, knowledge);
    const requests = asked.length * platformFacts[run.platform].requestsPerItem;
    const pause = await pauseBefore(deps, run, { madeProgress: round > 0, requests });
    if (pause !== undefined) return pause;

    const responded = await ask(deps, run, loop.kind, asked);
    knowledge.learnResponses(responded);
    const { finished, absent } = settle(pending, responded, knowledge);

    const fence = fenceAfter(deps, run, loop, { finished, pending: pending.size });
    const isStored = await loop.kind.store(deps, run, { fence, observedAt: deps.now(), responded, absent });
    if (!isStored) return { kind: "superseded" };
    measureFailures(deps, run, responded);
    if (pending.size === 0) return { kind: "completed" };
  }
  throw new Error(`The ${run.phase} phase did not end within ${roundsMax} rounds.`);
}

/** Leaves out what the run has done, and learns from it which storefronts have the app. */
function takeUp(run: SyncRun, items: readonly SyncItem[], knowledge: StorefrontKnowledge): PendingItems {
  const done = new Set(run.completedItems);
  const pending: PendingItems = new Map();
  for (const item of items) {
    if (!done.has(item.key)) {
      pending.set(item, item.storefronts);
      continue;
    }
    const country = item.storefronts.find((code) => !knowledge.isUnavailable(code));
    if (country !== undefined) knowledge.learnAsked(country);
  }
  return pending;
}

/** One item a storefront until it is known to have the app: it must be asked once when it has not. */
export function nextBatch(
  pending: ReadonlyMap<SyncItem, readonly string[]>,
  knowledge: Pick<StorefrontKnowledge, "isUnavailable" | "wasAsked">,
): readonly AskedItem[] {
  const batch: AskedItem[] = [];
  const first = new Set<string>();
  for (const [item, storefronts] of pending) {
    if (batch.length === BATCH_ITEMS_MAX) break;
    const country = storefronts.find((code) => !knowledge.isUnavailable(code));
    if (country === undefined) continue;
    if (first.has(country) && !knowledge.wasAsked(country)) continue;
    first.add(country);
    batch.push({ item, country });
  }
  return batch;
}

/** Takes out what is done: items that were found or failed, and those that no storefront is left for. */
function settle(
  pending: PendingItems,
  responded: readonly ItemResponse<unknown>[],
  knowledge: StorefrontKnowledge,
): { readonly finished: readonly SyncItem[]; readonly absent: readonly SyncItem[] } {
  const finished: SyncItem[] = [];
  for (const { item, country, lookup } of responded) {
    if (lookup.outcome === "empty_response") {
      const left = pending.get(item)?.filter((code) => code !== country) ?? [];
      pending.set(item, left);
    } else {
      pending.delete(item);
      finished.push(item);
    }
  }
  const absent = [...pending.entries()]
    .filter(([, storefronts]) => storefronts.every(knowledge.isUnavailable))
    .map(([item]) => item);
  for (const item of absent) pending.delete(item);
  return { finished: [...finished, ...absent], absent };
}

function measureFailures(
  deps: PhaseDependencies,
  { platform }: SyncRun,
  responded: readonly ItemResponse<unknown>[],
): void {
  const reasons = responded.flatMap(({ lookup }) => (lookup.outcome === "failed" ? [lookup.failure.reason] : []));
  if (reasons.length === 0) return;
  deps.measure("FailedItems", reasons.length, { platform });
  for (const reason of new Set(reasons)) {
    deps.measure("FailedItems", reasons.filter((other) => other === reason).length, { platform, reason });
  }
}

/** Progress counts the whole run; reconciling repairs a completed one and leaves it. */
function fenceAfter<Found>(
  { countries }: PhaseDependencies,
  run: SyncRun,
  loop: ItemLoop<Found>,
  batch: { finished: readonly SyncItem[]; pending: number },
): RunFence {
  const done = plannedBefore(run.phase, countries, run.platform) + loop.items.length - batch.pending;
  return run.fence({
    itemsDone: batch.finished.map((item) => item.key),
    progress: run.phase === "reconciling" ? null : { done, total: plannedTotal(countries, run.platform) },
    ends: batch.pending === 0 ? loop.lastEnds : "nothing",
  });
}

async function ask<Found>(
  deps: PhaseDependencies,
  run: SyncRun,
  kind: ItemKind<Found>,
  items: readonly AskedItem[],
): Promise<readonly ItemResponse<Found>[]> {
  const chunks = evenChunks(items, CHUNK_ITEMS);
  const responses = await Promise.all(chunks.map((chunk) => kind.fetch(deps, run, chunk, callContext(run))));
  return responses.flat();
}

export function evenChunks<Item>(items: readonly Item[], sizeMax: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / sizeMax);
  const size = Math.ceil(items.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
