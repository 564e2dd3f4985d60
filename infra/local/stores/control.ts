import * as z from "zod";

import { type Platform, platformSchema } from "../../../lib/domain/platform.ts";

import type { Catalogue } from "./catalogue/catalogue.ts";
import type { FaultList } from "./faults/fault-list.ts";
import { faultRuleSchema, ruleFrom } from "./faults/fault-rule.ts";
import type { RequestLog } from "./request-log.ts";
import type { StoreAnswer, UpstreamRequest } from "./store-route.ts";

export const CONTROL_PREFIX = "/__simulator/";

export type Controlled = {
  readonly catalogue: Catalogue;
  readonly faults: FaultList;
  readonly requests: RequestLog;
  day(): number;
  setDay(day: number): void;
  refuseFor(milliseconds: number): void;
};

const DAY_MAX = 36_500;
const PAGE_MAX = 10_000;

const OUTAGE_MAX_MS = 600_000;
const outageBody = z.strictObject({ milliseconds: z.int().min(1).max(OUTAGE_MAX_MS) });
const dayBody = z.strictObject({ day: z.int().min(0).max(DAY_MAX) });
const page = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(100),
  offset: z.coerce.number().int().min(0).default(0),
};
const appsQuery = z.object({ platform: platformSchema, ...page });
const requestsQuery = z.object({ ...page });

type Control = (controlled: Controlled, request: UpstreamRequest) => unknown;

const controls: Readonly<Record<string, Control>> = {
  "GET /__simulator/day": ({ day }) => ({ day: day() }),
  "PUT /__simulator/day"(controlled, request) {
    const { day } = dayBody.parse(bodyOf(request));
    controlled.setDay(day);
    return { day };
  },
  "POST /__simulator/faults"({ faults }, request) {
    faults.add(ruleFrom(faultRuleSchema.parse(bodyOf(request))));
    return {};
  },
  "DELETE /__simulator/faults"({ faults }) {
    faults.clear();
    return {};
  },
  "POST /__simulator/outage"(controlled, request) {
    controlled.refuseFor(outageBody.parse(bodyOf(request)).milliseconds);
    return {};
  },
  "GET /__simulator/requests"({ requests }, { query }) {
    const { limit, offset } = requestsQuery.parse(Object.fromEntries(query));
    const all = requests.list();
    return { total: all.length, requests: all.slice(offset, offset + limit) };
  },
  "DELETE /__simulator/requests"({ requests }) {
    requests.clear();
    return {};
  },
  "GET /__simulator/apps"({ catalogue, day }, { query }) {
    const { platform, limit, offset } = appsQuery.parse(Object.fromEntries(query));
    return appsAnswer({ catalogue, day: day(), platform, limit, offset });
  },
};

/** The surface for processes that cannot hold the simulator's own object. */
export function answerControl(controlled: Controlled, request: UpstreamRequest): StoreAnswer {
  const control = controls[`${request.method} ${request.path}`];
  if (control === undefined) return controlAnswer(404, { error: "no such control" });
  try {
    return controlAnswer(200, control(controlled, request));
  } catch (error) {
    if (error instanceof z.ZodError) return controlAnswer(422, { error: z.prettifyError(error) });
    if (error instanceof SyntaxError) return controlAnswer(400, { error: error.message });
    throw error;
  }
}

function appsAnswer(input: { catalogue: Catalogue; day: number; platform: Platform; limit: number; offset: number }) {
  const { catalogue, day, platform, limit, offset } = input;
  const apps = catalogue.apps(platform).slice(offset, offset + limit);
  return {
    day,
    total: catalogue.apps(platform).length,
    apps: apps.map((app) => {
      const { externalId, name, publisher, isInStore } = app.on(day);
      const unavailable = app.on(day).unavailableCountries();
      return {
        external_id: externalId,
        name,
        publisher: { external_id: publisher.externalId, name: publisher.name },
        is_in_store: isInStore,
        unavailable_countries: unavailable,
      };
    }),
  };
}

function bodyOf(request: UpstreamRequest): unknown {
  return JSON.parse(request.body);
}

function controlAnswer(status: number, content: unknown): StoreAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
}
