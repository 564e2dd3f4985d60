import TinyQueue from "tinyqueue";

type Event = { readonly at: number; readonly order: number; readonly happen: () => void };

/** Work that takes time: it yields the times, in seconds, at which it continues. */
export type Process<Result = void> = Generator<number, Result, void>;

export function createEvents() {
  const queue = new TinyQueue<Event>([], (a, b) => a.at - b.at || a.order - b.order);
  let planned = 0;
  return {
    /** The simulated time, in seconds. */
    time: 0,
    plan(at: number, happen: () => void): void {
      queue.push({ at, order: planned, happen });
      planned += 1;
    },
    run(process: Process): void {
      const { done, value } = process.next();
      if (done !== true) this.plan(value, () => this.run(process));
    },
    /** Runs the earliest event; at the same time, the one planned first. Returns false if none is left until then. */
    runNext(until: number): boolean {
      const next = queue.pop();
      if (next === undefined || next.at > until) return false;
      this.time = next.at;
      next.happen();
      return true;
    },
  };
}
