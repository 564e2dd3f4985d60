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
  readonly status: number | null;
  readonly fault: string | null;
  readonly isCached: boolean;
};

export type RequestFilter = Partial<Pick<LoggedRequest, "platform" | "kind" | "host" | "appId" | "country" | "status">>;

/** The requests of one kind that a host received. Requests to unknown addresses are counted together, under null. */
export type RequestCount = {
  readonly host: string | null;
  readonly kind: RequestKind | null;
  readonly requests: number;
  readonly cached: number;
  /** By status, or `none` when no status was sent. */
  readonly outcomes: Readonly<Record<string, number>>;
};

export type RequestLog = {
  /** Oldest first. */
  list(filter?: RequestFilter): readonly LoggedRequest[];
  count(filter?: RequestFilter): number;
  /** Counts all requests since the log was cleared, including dropped ones. */
  counts(): readonly RequestCount[];
  clear(): void;
};

/** More than a day of charts; about 30 MB. */
const REQUESTS_KEPT_MAX = 50_000;

export function createRequestLog(): RequestLog & { add(request: LoggedRequest): void } {
  let kept: LoggedRequest[] = [];
  let next = 0;
  const counts = new Map<string, RequestCount>();

  const inOrder = () => [...kept.slice(next), ...kept.slice(0, next)];
  const list = (filter: RequestFilter = {}) => inOrder().filter((request) => fits(request, filter));
  return {
    list,
    count: (filter) => list(filter).length,
    counts: () => [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count),
    clear() {
      counts.clear();
      kept = [];
      next = 0;
    },
    add(request) {
      const key = request.kind === null ? "" : `${request.host} ${request.kind}`;
      counts.set(key, counted(counts.get(key), request));
      if (kept.length < REQUESTS_KEPT_MAX) {
        kept.push(request);
        return;
      }
      kept[next] = request;
      next = (next + 1) % REQUESTS_KEPT_MAX;
    },
  };
}

const noRequests: Omit<RequestCount, "host" | "kind"> = { requests: 0, cached: 0, outcomes: {} };

function counted(before: RequestCount | undefined, { host, kind, status, isCached }: LoggedRequest): RequestCount {
  const { requests, cached, outcomes } = before ?? noRequests;
  const outcome = status === null ? "none" : String(status);
  return {
    host: kind === null ? null : host,
    kind,
    requests: requests + 1,
    cached: cached + (isCached ? 1 : 0),
    outcomes: { ...outcomes, [outcome]: (outcomes[outcome] ?? 0) + 1 },
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
