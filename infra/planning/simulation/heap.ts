/** A binary heap of numbers by time and, of the same time, by order. */
export type Heap = {
  push(time: number, order: number, content: number): void;
  /** Takes the least into `time` and `content`. false: there is none. */
  pop(): boolean;
  time: number;
  content: number;
};

export function createHeap(): Heap {
  const times: number[] = [];
  const orders: number[] = [];
  const contents: number[] = [];

  const heap: Heap = {
    push(time, order, content) {
      let hole = times.length;
      times.push(time);
      orders.push(order);
      contents.push(content);
      while (hole > 0) {
        const parent = (hole - 1) >> 1;
        if (!isBefore(time, order, parent)) break;
        move(parent, hole);
        hole = parent;
      }
      put(hole, time, order, content);
    },
    pop() {
      const time = times.pop();
      const order = orders.pop();
      const content = contents.pop();
      if (time === undefined || order === undefined || content === undefined) return false;
      if (times.length === 0) {
        heap.time = time;
        heap.content = content;
        return true;
      }
      heap.time = times[0] ?? 0;
      heap.content = contents[0] ?? 0;
      sink(time, order, content);
      return true;
    },
    time: 0,
    content: 0,
  };
  return heap;

  /** Puts an element where it belongs, from the top, whose place is free. */
  function sink(time: number, order: number, content: number): void {
    const size = times.length;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      const other = child + 1;
      if (other < size && isBefore(times[other] ?? 0, orders[other] ?? 0, child)) child = other;
      if (isBefore(time, order, child)) break;
      move(child, hole);
      hole = child;
    }
    put(hole, time, order, content);
  }

  function isBefore(time: number, order: number, index: number): boolean {
    const other = times[index] ?? 0;
    return time < other || (time === other && order < (orders[index] ?? 0));
  }

  function move(from: number, to: number): void {
    put(to, times[from] ?? 0, orders[from] ?? 0, contents[from] ?? 0);
  }

  function put(index: number, time: number, order: number, content: number): void {
    times[index] = time;
    orders[index] = order;
    contents[index] = content;
  }
}
