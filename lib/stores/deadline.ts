/** The time of a call, shared by its retry. A file of its own spares endpoints the code of store calls. */
export type Deadline = { readonly signal: AbortSignal; remainingMs(): number };

export function startDeadline(durationMs: number): Deadline {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(durationMs)));
  return { signal, remainingMs: () => Math.max(0, durationMs - (performance.now() - startedAt)) };
}
