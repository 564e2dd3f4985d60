/**
 * The time of a call, which its retry shares. It has its own file, so that an endpoint starts without the code of store
 * calls.
 */
export type Deadline = { readonly signal: AbortSignal; remainingMs(): number };

export function startDeadline(durationMs: number): Deadline {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(durationMs)));
  return { signal, remainingMs: () => Math.max(0, durationMs - (performance.now() - startedAt)) };
}
