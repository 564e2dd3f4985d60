import type { Platform } from "../../../lib/domain/platform.ts";

import { drawsFrom } from "../catalogue/random.ts";
import type { RequestKind, Subject, UpstreamRequest } from "../store-route.ts";
import type { FaultMatch, FaultRule } from "./fault-rule.ts";

export type FaultHandle = {
  readonly hits: () => number;
  remove(): void;
};

export type FaultList = {
  /** When several rules match a request, the newest applies. */
  add(rule: FaultRule): FaultHandle;
  clear(): void;
};

export type FaultCandidate = {
  readonly platform: Platform;
  readonly kind: RequestKind;
  readonly request: UpstreamRequest;
  readonly subject: Subject;
};

type Entry = { readonly id: number; readonly rule: FaultRule; seen: number; hits: number };

export function createFaultList({ seed }: { readonly seed: number }): FaultList & {
  take(candidate: FaultCandidate): FaultRule | undefined;
} {
  const draws = drawsFrom(`${seed}:faults`);
  let entries: readonly Entry[] = [];
  let added = 0;

  function applies(entry: Entry, candidate: FaultCandidate): boolean {
    const { rule } = entry;
    if (entry.hits >= (rule.times ?? Number.POSITIVE_INFINITY) || !fits(rule.match ?? {}, candidate)) return false;
    entry.seen += 1;
    if (rule.attempt !== undefined && rule.attempt !== entry.seen) return false;
    return draws.chance(`${entry.id}:${entry.seen}`, rule.probability ?? 1);
  }

  return {
    add(rule) {
      const entry: Entry = { id: added, rule, seen: 0, hits: 0 };
      added += 1;
      entries = [entry, ...entries];
      return {
        hits: () => entry.hits,
        remove() {
          entries = entries.filter((other) => other !== entry);
        },
      };
    },
    clear() {
      entries = [];
    },
    take(candidate) {
      const entry = entries.find((one) => applies(one, candidate));
      if (entry !== undefined) entry.hits += 1;
      return entry?.rule;
    },
  };
}

function fits(match: FaultMatch, { platform, kind, request, subject }: FaultCandidate): boolean {
  return (
    same(match.platform, platform) &&
    same(match.kind, kind) &&
    same(match.host, request.host) &&
    same(match.country, subject.country) &&
    same(match.language, subject.language) &&
    (match.appId === undefined || subject.appIds.includes(match.appId)) &&
    (match.path === undefined || fitsPath(match.path, request))
  );
}

function same<T>(wanted: T | undefined, actual: T | null): boolean {
  return wanted === undefined || wanted === actual;
}

function fitsPath(path: string | RegExp, request: UpstreamRequest): boolean {
  const address = request.query.size === 0 ? request.path : `${request.path}?${request.query}`;
  return typeof path === "string" ? address.includes(path) : path.test(address);
}
