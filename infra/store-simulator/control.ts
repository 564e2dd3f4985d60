import * as z from "zod";

import type { Catalogue } from "./catalogue/catalogue.ts";
import { forgetOffer, listApps, NotFoundError, offerApp, pageQuery, showApp } from "./control-apps.ts";
import type { FaultList } from "./faults/fault-list.ts";
import { faultRuleSchema, ruleFrom } from "./faults/fault-rule.ts";
import type { RequestLog } from "./request-log.ts";
import type { StoreResponse, UpstreamRequest } from "./store-route.ts";

export const CONTROL_PREFIX = "/__simulator/";

export type Controlled = {
  readonly catalogue: Catalogue;
  readonly faults: FaultList;
  readonly requests: RequestLog;
  day(): number;
  setDay(day: number): void;
  rejectFor(milliseconds: number): void;
};

const DAY_MAX = 36_500;

const OUTAGE_MAX_MS = 600_000;
const outageBody = z.strictObject({ milliseconds: z.int().min(1).max(OUTAGE_MAX_MS) });
const dayBody = z.strictObject({ day: z.int().min(0).max(DAY_MAX) });
const requestsQuery = z.object(pageQuery);

type Control = (
  controlled: Controlled,
  request: UpstreamRequest,
  parameters: Readonly<Record<string, string>>,
) => unknown;

/** Routes by method and path below the prefix. docs/simulator.md describes each. */
export const controls: Readonly<Record<string, Control>> = {
  "GET day": ({ day }) => ({ day: day() }),
  "PUT day"(controlled, request) {
    const { day } = dayBody.parse(bodyOf(request));
    controlled.setDay(day);
    return { day };
  },
  "POST faults"({ faults }, request) {
    faults.add(ruleFrom(faultRuleSchema.parse(bodyOf(request))));
    return {};
  },
  "DELETE faults"({ faults }) {
    faults.clear();
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
  "DELETE requests"({ requests }) {
    requests.clear();
    return {};
  },
  "GET apps": (controlled, { query }) => listApps(controlled, query),
  "GET apps/{platform}/{external_id}": (controlled, _request, parameters) => showApp(controlled, parameters),
  "PUT apps/{platform}/{external_id}/storefronts": (controlled, request, parameters) =>
    offerApp(controlled, parameters, bodyOf(request)),
  "DELETE apps/{platform}/{external_id}/storefronts": (controlled, _request, parameters) =>
    forgetOffer(controlled, parameters),
};

/** The HTTP interface, for other processes. */
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

/** Returns the parameters of a path; undefined if it does not match the pattern. No parameter needs decoding. */
function match(pattern: string, address: string): Readonly<Record<string, string>> | undefined {
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

function bodyOf(request: UpstreamRequest): unknown {
  return JSON.parse(request.body);
}

function controlResponse(status: number, content: unknown): StoreResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
}
