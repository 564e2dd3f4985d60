const INITIAL_ROOM = 64;

/** First in, first out, in a ring that grows. */
export type NumberQueue = {
  push(value: number): void;
  /** Not to be asked of an empty one. */
  shift(): number;
  peek(): number;
  readonly size: () => number;
};

export function createNumberQueue(): NumberQueue {
  let ring = new Float64Array(INITIAL_ROOM);
  let head = 0;
  let size = 0;
  return {
    push(value) {
      if (size === ring.length) grow();
      ring[(head + size) & (ring.length - 1)] = value;
      size += 1;
    },
    shift() {
      const value = ring[head] ?? 0;
      head = (head + 1) & (ring.length - 1);
      size -= 1;
      return value;
    },
    peek: () => ring[head] ?? 0,
    size: () => size,
  };

  function grow(): void {
    const larger = new Float64Array(2 * ring.length);
    for (let index = 0; index < size; index += 1) larger[index] = ring[(head + index) & (ring.length - 1)] ?? 0;
    ring = larger;
    head = 0;
  }
}
