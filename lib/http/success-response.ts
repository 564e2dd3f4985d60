import type { Contract } from "./contract.ts";
import type { Outcome } from "./run.ts";

export type SuccessResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Turns what an endpoint answered into HTTP. Only the keys that the contract names leave the service. */
export function successResponse<C extends Contract>(contract: C, outcome: Outcome<C>): SuccessResponse {
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
