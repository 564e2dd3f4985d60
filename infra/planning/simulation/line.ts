import type { WaitingWork } from "../../../lib/domain/dispatch.ts";
import { DELAY_SECONDS_MAX } from "../../../lib/domain/message-delay.ts";
import { isAwaited } from "../../../lib/domain/request-purpose.ts";
import type { waitingLine } from "../../../lib/sync/waiting-line.ts";
import type { Invocation, QueueKind } from "./queues.ts";

/** A run as the line of lib/sync reads it. */
export type LineRun = Parameters<typeof waitingLine>[0]["runs"][number];

type Waits = Pick<WaitingWork, "purpose" | "costs" | "costsLeft"> & {
  readonly placeAt: number;
  readonly queue: QueueKind;
  readonly isRepair?: true;
  /** Says whether it is a scheduled run that has found too few tokens. */
  readonly waitsForBatch?: boolean;
  readonly isBatch?: true;
  readonly run?: LineRun;
  /** Works on it; called when an environment has taken the message, unless the entry has left the line meanwhile. */
  readonly consume: (invocation: Invocation) => void;
};

/** A run, or a batch of an express shard, that waits in its row. */
export type Entry = Waits & {
  readonly order: number;
  readonly rank: number;
  isSent: boolean;
  readySeconds: number;
  /** When it may be sent, or when its message comes. */
  readyAt: number;
  isGone: boolean;
};

/** What waits for the tokens of a store, in the order of `waitingLine`. */
export type Line = ReturnType<typeof createLine>;

/** As many as read_waiting_work returns. */
const ENTRIES_MAX = 200;
const REPAIRS_MAX = 20;

export function createLine() {
  const entries: Entry[] = [];
  let entered = 0;

  function placeOf({ order, placeAt, rank }: Pick<Entry, "order" | "placeAt" | "rank">): number {
    let [from, to] = [0, entries.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const one = entries[middle];
      const isBefore = one !== undefined && (one.rank - rank || one.placeAt - placeAt || one.order - order) < 0;
      if (isBefore) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  return {
    enter(waits: Waits, readyAt: number): Entry {
      const rank = rankOf(waits);
      const entry = { ...waits, rank, order: entered, isSent: false, readySeconds: 0, readyAt, isGone: false };
      entered += 1;
      entries.splice(placeOf(entry), 0, entry);
      return entry;
    },
    leave(entry: Entry): void {
      if (!entry.isGone) entries.splice(placeOf(entry), 1);
      entry.isGone = true;
    },
    /** Returns whether a user waits for something. */
    hasAwaited: () => (entries[0]?.rank ?? SCHEDULED_RANK) < SCHEDULED_RANK,
    /** Returns what one reading shows. */
    read(now: number, { awaitedOnly }: { readonly awaitedOnly: boolean }): readonly Entry[] {
      const seen: Entry[] = [];
      const left = { runs: ENTRIES_MAX, batches: ENTRIES_MAX, repairs: REPAIRS_MAX };
      for (const entry of entries) {
        if (awaitedOnly && entry.rank >= SCHEDULED_RANK) break;
        const kind = kindOf(entry);
        if (left[kind] === 0 || entry.readyAt >= now + DELAY_SECONDS_MAX) continue;
        left[kind] -= 1;
        entry.readySeconds = Math.max(0, entry.readyAt - now);
        seen.push(entry);
      }
      return seen;
    },
  };
}

const [SCHEDULED_RANK, WAITING_RANK, REPAIR_RANK] = [2, 3, 4];

/** By the order of read_waiting_work. */
function rankOf({ isRepair, purpose, waitsForBatch }: Waits): number {
  if (purpose === "first_read") return 0;
  if (isAwaited(purpose)) return 1;
  if (isRepair === true) return REPAIR_RANK;
  return waitsForBatch === true ? WAITING_RANK : SCHEDULED_RANK;
}

function kindOf({ isBatch, isRepair }: Waits): "runs" | "batches" | "repairs" {
  if (isRepair === true) return "repairs";
  return isBatch === true ? "batches" : "runs";
}
