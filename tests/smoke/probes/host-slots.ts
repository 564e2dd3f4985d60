import type { StoreHost } from "./probe.ts";

export type HostSlots = {
  /** Returns why a host is not requested again; undefined while it is. */
  closed(host: StoreHost): string | undefined;
  /** Waits until the host may be requested. */
  wait(host: StoreHost): Promise<void>;
  /** Takes note of a response, and of the reason why it was the last. */
  noteReply(host: StoreHost, rejection: string | undefined): void;
  noteFailure(host: StoreHost, cause: string): void;
};

/** Failures in a row after which a host is not requested again. */
const FAILURES_MAX = 2;

/** Returns what keeps the requests to each host apart, and ends them when it rejects one. */
export function createHostSlots(deps: {
  /** Milliseconds from one request to a host to the next. */
  readonly spacingMs: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}): HostSlots {
  const requestedAt = new Map<StoreHost, number>();
  const failures = new Map<StoreHost, number>();
  const reasons = new Map<StoreHost, string>();
  const close = (host: StoreHost, reason: string) => reasons.set(host, `${host} is left alone: ${reason}`);

  return {
    closed: (host) => reasons.get(host),
    async wait(host) {
      const before = requestedAt.get(host);
      if (before !== undefined) await deps.sleep(Math.max(0, before + deps.spacingMs - deps.now()));
      requestedAt.set(host, deps.now());
    },
    noteReply(host, rejection) {
      failures.set(host, 0);
      if (rejection !== undefined) close(host, rejection);
    },
    noteFailure(host, cause) {
      failures.set(host, (failures.get(host) ?? 0) + 1);
      if (failures.get(host) === FAILURES_MAX) close(host, cause);
    },
  };
}
