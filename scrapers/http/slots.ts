import { orAborted } from "./route-deadline.ts";

/** Lets at most so many pieces of work run at once; the others wait in line. */
export type Slots = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function createSlots(slotsMax: number): Slots {
  let free = slotsMax;
  const waiting = new Set<() => void>();

  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    waiting.add(turn.resolve);
    try {
      await orAborted(signal, turn.promise);
    } catch (error) {
      // The slot may have been handed over in the moment of giving up.
      if (!waiting.delete(turn.resolve)) release();
      throw error;
    }
  }

  function release(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (signal, work) => {
    await take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
