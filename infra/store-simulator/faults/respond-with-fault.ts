import { brokenConnections } from "./broken-connections.ts";
import { brokenFraming } from "./broken-framing.ts";
import { cannedAnswers } from "./canned-answers.ts";
import type { FaultKind } from "./fault-kinds.ts";
import type { FaultResponse } from "./fault-rule.ts";
import { floods } from "./floods.ts";
import { type Exchange, type Outcome, type Responder, sendAnswer } from "./responder.ts";
import { spoiltAnswers } from "./spoilt-answers.ts";

const responders: Readonly<Record<FaultKind, Responder>> = {
  ...cannedAnswers,
  ...brokenConnections,
  ...brokenFraming,
  ...floods,
  ...spoiltAnswers,
};

export function respondWithFault(fault: FaultResponse, exchange: Exchange): Outcome {
  const { response, question, answer } = exchange;
  if (typeof fault === "string") return responders[fault](exchange);
  if ("daysBack" in fault) return sendAnswer(response, answer({ day: question.day - fault.daysBack }));
  return sendAnswer(response, { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? "" });
}

export function faultName(fault: FaultResponse | undefined): string {
  if (fault === undefined) return "latency";
  if (typeof fault === "string") return fault;
  return "daysBack" in fault ? "stale" : `status_${fault.status}`;
}
