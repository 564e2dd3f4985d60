import type { Request } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";

import type { Log } from "../runtime/log.ts";
import type { Admittance } from "./admit-request.ts";

/** What the edge learns of one request while its steps pass it on. */
export type Exchange<D> = {
  readonly startedAt: number;
  readonly requestId: string;
  readonly deps: D;
  log: Log;
  admittance?: Admittance;
  /** Of the address, as the contract reads it. */
  input?: { readonly params: Readonly<Record<string, unknown>>; readonly query: Readonly<Record<string, unknown>> };
  jsonBody?: unknown;
};

export type EdgeEvent<D> = APIGatewayProxyEventV2 & { readonly exchange?: Exchange<D> };

export type EdgeRequest<D> = Request<EdgeEvent<D>, APIGatewayProxyStructuredResultV2>;

/** The first step of the edge opens the exchange, so every later one finds it. */
export function exchangeOf<D>(event: EdgeEvent<D>): Exchange<D> {
  if (event.exchange === undefined) throw new TypeError("The exchange was not opened.");
  return event.exchange;
}
