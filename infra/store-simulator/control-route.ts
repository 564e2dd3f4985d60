import * as z from "zod";

import type { Catalogue } from "./catalogue/catalogue.ts";
import type { FaultList } from "./faults/fault-list.ts";
import type { LimitList } from "./limits/limit-list.ts";
import type { RequestLog } from "./request-log.ts";
import type { StoreClock } from "./store-clock.ts";
import type { UpstreamRequest } from "./store-route.ts";

export type Controlled = {
  readonly catalogue: Catalogue;
  readonly faults: FaultList;
  readonly limits: LimitList;
  readonly requests: RequestLog;
  readonly clock: StoreClock;
  rejectFor(milliseconds: number): void;
};

export type PathParameters = Readonly<Record<string, string>>;

export type Control = (controlled: Controlled, request: UpstreamRequest, parameters: PathParameters) => unknown;

export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

const PAGE_MAX = 10_000;
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(100),
  offset: z.coerce.number().int().min(0).default(0),
};

export function bodyOf(request: UpstreamRequest): unknown {
  return JSON.parse(request.body);
}
