/** The time that a request may take, shared by all the calls made for it. */
export type Deadline = {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  remainingMs(): number;
};

export function startDeadline(durationMs: number): Deadline {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(durationMs)));
  return { signal, remainingMs: () => Math.max(0, durationMs - (performance.now() - startedAt)) };
}
