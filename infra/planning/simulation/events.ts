import TinyQueue from "tinyqueue";

type Event = { readonly at: number; readonly order: number; readonly happen: () => void };

export type Events = {
  /** The simulated time, in seconds. */
  time: number;
  plan(at: number, happen: () => void): void;
  /** Runs the earliest event, of one moment the one planned first. Returns false when none is left until then. */
  runNext(until: number): boolean;
};

export function createEvents(): Events {
  const queue = new TinyQueue<Event>([], (a, b) => a.at - b.at || a.order - b.order);
  let planned = 0;
  const events: Events = {
    time: 0,
    plan(at, happen) {
      queue.push({ at, order: planned, happen });
      planned += 1;
    },
    runNext(until) {
      const next = queue.pop();
      if (next === undefined || next.at > until) return false;
      events.time = next.at;
      next.happen();
      return true;
    },
  };
  return events;
}
