import { createHeap } from "./heap.ts";

/** What happens when: the earliest first, and of the same moment what was planned first. */
export type EventQueue = {
  push(time: number, kind: number, value: number): void;
  /** Takes the next event into `time`, `kind` and `value`. false: there is none. */
  pop(): boolean;
  time: number;
  kind: number;
  value: number;
};

const INITIAL_ROOM = 1024;
const NONE = -1;

/**
 * Millions of events wait, most of them for long: they lie in a list a second, unsorted, and only those of the second
 * that has come are sorted.
 */
export function createEventQueue(): EventQueue {
  const current = createHeap();
  const firstOfSecond: number[] = [];
  let second = 0;
  let pushed = 0;
  let later = 0;

  // What waits for later, each with the index of the next of the same second; free places form a list too.
  let times = new Float64Array(INITIAL_ROOM);
  let orders = new Float64Array(INITIAL_ROOM);
  let contents = new Float64Array(INITIAL_ROOM);
  let nexts = new Int32Array(INITIAL_ROOM);
  let used = 0;
  let free = NONE;

  const queue: EventQueue = {
    push(time, kind, value) {
      const order = pushed;
      pushed += 1;
      const content = value * KINDS + kind;
      if (time < second + 1) current.push(time, order, content);
      else keep(time, order, content);
    },
    pop() {
      while (!current.pop()) {
        if (later === 0) return false;
        second += 1;
        release(firstOfSecond[second] ?? NONE);
      }
      queue.time = current.time;
      queue.kind = current.content % KINDS;
      queue.value = Math.floor(current.content / KINDS);
      return true;
    },
    time: 0,
    kind: 0,
    value: 0,
  };
  return queue;

  function keep(time: number, order: number, content: number): void {
    const place = takePlace();
    times[place] = time;
    orders[place] = order;
    contents[place] = content;
    const due = Math.floor(time);
    // An array without holes stays fast.
    while (firstOfSecond.length <= due) firstOfSecond.push(NONE);
    nexts[place] = firstOfSecond[due] ?? NONE;
    firstOfSecond[due] = place;
    later += 1;
  }

  function release(first: number): void {
    for (let place = first; place !== NONE; ) {
      current.push(times[place] ?? 0, orders[place] ?? 0, contents[place] ?? 0);
      const next = nexts[place] ?? NONE;
      nexts[place] = free;
      free = place;
      later -= 1;
      place = next;
    }
  }

  function takePlace(): number {
    if (free !== NONE) {
      const place = free;
      free = nexts[place] ?? NONE;
      return place;
    }
    if (used === times.length) grow();
    used += 1;
    return used - 1;
  }

  function grow(): void {
    const room = 2 * times.length;
    times = larger(times, new Float64Array(room));
    orders = larger(orders, new Float64Array(room));
    contents = larger(contents, new Float64Array(room));
    nexts = larger(nexts, new Int32Array(room));
  }
}

/** Kinds are below this, so that kind and value fit into one number. */
const KINDS = 256;

function larger<Numbers extends Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(from: Numbers, to: Numbers) {
  to.set(from);
  return to;
}
