import { brokenConnections } from "./broken-connections.ts";
import { brokenFraming } from "./broken-framing.ts";
import { cannedResponses } from "./canned-responses.ts";
import type { FaultKind } from "./fault-kinds.ts";
import type { FaultResponse } from "./fault-rule.ts";
import { floods } from "./floods.ts";
import { type Exchange, type Outcome, type Responder, sendResponse } from "./responder.ts";
import { spoiltResponses } from "./spoilt-responses.ts";

const responders: Readonly<Record<FaultKind, Responder>> = {
  ...cannedResponses,
  ...brokenConnections,
  ...brokenFraming,
  ...floods,
  ...spoiltResponses,
};

export function respondWithFault(fault: FaultResponse, exchange: Exchange): Outcome {
  const { response, query, reply } = exchange;
  if (typeof fault === "string") return responders[fault](exchange);
  if ("daysBack" in fault) return sendResponse(response, reply({ day: query.day - fault.daysBack }));
  return sendResponse(response, { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? "" });
}

export function faultName(fault: FaultResponse | undefined): string {
  if (fault === undefined) return "latency";
  if (typeof fault === "string") return fault;
  return "daysBack" in fault ? "stale" : `status_${fault.status}`;
}
