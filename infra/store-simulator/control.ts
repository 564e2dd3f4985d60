import * as z from "zod";

import { appControls } from "./app-controls.ts";
import {
  bodyOf,
  type Control,
  type Controlled,
  NotFoundError,
  type PathParameters,
  pageQuery,
} from "./control-route.ts";
import { faultRuleSchema, ruleFrom } from "./faults/fault-rule.ts";
import { rateLimitSchema } from "./limits/rate-limit.ts";
import type { StoreResponse, UpstreamRequest } from "./store-route.ts";

export const CONTROL_PREFIX = "/__simulator/";

const DAY_MAX = 36_500;
const HOUR_MAX = 23;
const dayBody = z.strictObject({
  day: z.int().min(0).max(DAY_MAX),
  hour: z.int().min(0).max(HOUR_MAX).optional(),
});

const OUTAGE_MAX_MS = 600_000;
const outageBody = z.strictObject({ milliseconds: z.int().min(1).max(OUTAGE_MAX_MS) });

const requestsQuery = z.object(pageQuery);

/** Routes by method and path below the prefix. docs/simulator.md describes each. */
export const controls: Readonly<Record<string, Control>> = {
  ...appControls,
  "GET day": ({ clock }) => ({ day: clock.day(), hour: clock.hour() }),
  "PUT day"({ clock }, request) {
    const { day, hour } = dayBody.parse(bodyOf(request));
    clock.set(day, hour);
    return { day, hour: clock.hour() };
  },
  "POST faults"({ faults }, request) {
    faults.add(ruleFrom(faultRuleSchema.parse(bodyOf(request))));
    return {};
  },
  "DELETE faults"({ faults }) {
    faults.clear();
    return {};
  },
  "GET limits": ({ limits }) => ({ limits: limits.list() }),
  "PUT limits"({ limits }, request) {
    limits.set(rateLimitSchema.parse(bodyOf(request)));
    return { limits: limits.list() };
  },
  "DELETE limits"({ limits }) {
    limits.clear();
    return {};
  },
  "POST outage"(controlled, request) {
    controlled.rejectFor(outageBody.parse(bodyOf(request)).milliseconds);
    return {};
  },
  "GET requests"({ requests }, { query }) {
    const { limit, offset } = requestsQuery.parse(Object.fromEntries(query));
    const all = requests.list();
    return { total: all.length, requests: all.slice(offset, offset + limit) };
  },
  "GET requests/counts": ({ requests }) => ({ counts: requests.counts() }),
  "DELETE requests"({ requests }) {
    requests.clear();
    return {};
  },
};

export function controlReply(controlled: Controlled, request: UpstreamRequest): StoreResponse {
  const path = request.path.slice(CONTROL_PREFIX.length);
  for (const [name, control] of Object.entries(controls)) {
    const parameters = match(name, `${request.method} ${path}`);
    if (parameters) return respond(() => control(controlled, request, parameters));
  }
  return controlResponse(404, { error: "no such control" });
}

function respond(control: () => unknown): StoreResponse {
  try {
    return controlResponse(200, control());
  } catch (error) {
    if (error instanceof z.ZodError) return controlResponse(422, { error: z.prettifyError(error) });
    if (error instanceof SyntaxError) return controlResponse(400, { error: error.message });
    if (error instanceof NotFoundError) return controlResponse(404, { error: error.message });
    throw error;
  }
}

function match(pattern: string, address: string): PathParameters | undefined {
  const [wanted, given] = [pattern.split("/"), address.split("/")];
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) parameters[name] = value;
  }
  return parameters;
}

function controlResponse(status: number, content: unknown): StoreResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
}
