import type { Platform } from "../../lib/domain/platform.ts";

import type { RequestKind } from "./store-route.ts";

export type LoggedRequest = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** null for an unknown address. */
  readonly platform: Platform | null;
  readonly kind: RequestKind | null;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  /** Several ids of one request are joined by commas. */
  readonly appId: string | null;
  readonly country: string | null;
  readonly language: string | null;
  /** null when no status was sent. */
  readonly status: number | null;
  /** The outcome of the fault that was applied. */
  readonly fault: string | null;
};

export type RequestFilter = Partial<Pick<LoggedRequest, "platform" | "kind" | "host" | "appId" | "country" | "status">>;

export type RequestLog = {
  /** Oldest first. */
  list(filter?: RequestFilter): readonly LoggedRequest[];
  count(filter?: RequestFilter): number;
  clear(): void;
};

/** More than a day of charts; about 30 MB. */
const REQUESTS_KEPT_MAX = 50_000;

/** Keeps the newest requests and drops older ones. */
export function createRequestLog(): RequestLog & { add(request: LoggedRequest): void } {
  let kept: LoggedRequest[] = [];
  let next = 0;

  const inOrder = () => [...kept.slice(next), ...kept.slice(0, next)];
  const list = (filter: RequestFilter = {}) => inOrder().filter((request) => fits(request, filter));
  return {
    list,
    count: (filter) => list(filter).length,
    clear() {
      kept = [];
      next = 0;
    },
    add(request) {
      if (kept.length < REQUESTS_KEPT_MAX) {
        kept.push(request);
        return;
      }
      kept[next] = request;
      next = (next + 1) % REQUESTS_KEPT_MAX;
    },
  };
}

function fits(request: LoggedRequest, filter: RequestFilter): boolean {
  return (
    (filter.platform === undefined || request.platform === filter.platform) &&
    (filter.kind === undefined || request.kind === filter.kind) &&
    (filter.host === undefined || request.host === filter.host) &&
    (filter.appId === undefined || request.appId === filter.appId) &&
    (filter.country === undefined || request.country === filter.country) &&
    (filter.status === undefined || request.status === filter.status)
  );
}
