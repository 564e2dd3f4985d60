/** Invocations that wait for a store: what each works on, by a number that events carry. */
export type Invocations = {
  /** Returns the number of a new one. */
  open(queue: number, message: number, startedAt: number): number;
  close(id: number): void;
  readonly queue: number[];
  readonly message: number[];
  readonly startedAt: number[];
  /** Items that are being asked. */
  readonly items: number[];
  /** Calls to the scraper that are under way. */
  readonly calls: number[];
};

export function createInvocations(): Invocations {
  const free: number[] = [];
  const invocations: Invocations = {
    queue: [],
    message: [],
    startedAt: [],
    items: [],
    calls: [],
    open(queue, message, startedAt) {
      const id = free.pop() ?? invocations.queue.length;
      invocations.queue[id] = queue;
      invocations.message[id] = message;
      invocations.startedAt[id] = startedAt;
      return id;
    },
    close: (id) => void free.push(id),
  };
  return invocations;
}
