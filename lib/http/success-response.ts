import type { APIGatewayProxyEventV2 } from "aws-lambda";

import type { Contract } from "./contract.ts";
import type { Outcome } from "./run.ts";
import { type BrowserSession, sessionCookie } from "./session-cookie.ts";

export type SuccessResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: string[];
  readonly body?: string;
};

/** Turns what an endpoint responded into HTTP. Only the keys that the contract names leave the service. */
export function successResponse<C extends Contract>(input: {
  readonly contract: C;
  readonly outcome: Outcome<C>;
  readonly event: Pick<APIGatewayProxyEventV2, "headers">;
}): SuccessResponse {
  const { contract, outcome, event } = input;
  if (contract.setsSessionCookie) {
    // The type of an outcome has a session exactly when the contract sets the cookie.
    const { session } = outcome as { session: BrowserSession | null };
    return { statusCode: 204, headers: {}, cookies: [sessionCookie(session, event)] };
  }
  const { status, body } = withStatus(contract, outcome);
  const schema = contract.success[status];
  if (schema === undefined) throw new TypeError(`${contract.operation} promises no status ${status}.`);
  if (schema === null) return { statusCode: status, headers: {} };
  return {
    statusCode: status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(schema.parse(body)),
  };
}

function withStatus<C extends Contract>(contract: C, outcome: Outcome<C>): { status: number; body: unknown } {
  const [only, ...others] = Object.keys(contract.success).map(Number);
  if (only !== undefined && others.length === 0) return { status: only, body: outcome };
  // The type of an outcome has a status exactly when the contract names several.
  return outcome as { status: number; body: unknown };
}
