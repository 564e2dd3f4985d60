import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";

import { admitRequest } from "./admit-request.ts";
import { requireAbility } from "./authentication.ts";
import { API_PREFIX, type Contract } from "./contract.ts";
import { type EdgeEvent, type EdgeRequest, exchangeOf } from "./exchange.ts";
import { finish, refuse } from "./finish-exchange.ts";
import { parseJsonBody } from "./json-body.ts";
import { parseInput, parseParams } from "./parse-input.ts";
import { refuseOverLimit } from "./rate-limit.ts";
import { readQuery } from "./read-query.ts";
import { withFields } from "./request-log.ts";
import type { EdgeDependencies, EndpointRequest, Run } from "./run.ts";
import { successResponse } from "./success-response.ts";

/** The Lambda function of one endpoint. `using` builds the same function around other dependencies. */
export type EndpointHandler<D> = {
  (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  using(provide: () => D): EndpointHandler<D>;
};

/** The whole edge, once: request id, log context, token, rate limit, path, query and body, run, error mapping. */
export function endpoint<const C extends Contract, D extends EdgeDependencies>(
  contract: C,
  provide: () => D,
  run: Run<C, D>,
): EndpointHandler<D> {
  const lambda = middy<EdgeEvent<D>, APIGatewayProxyStructuredResultV2>()
    .before(openExchange(contract, provide))
    .before(admit(contract))
    .before(parseJsonBody(contract))
    .after(finish)
    .onError(refuse)
    .handler(async (event: EdgeEvent<D>) =>
      successResponse(contract, await run(exchangeOf(event).deps, readRequest(contract, event))),
    );

  return Object.assign((event: APIGatewayProxyEventV2, context: Context) => lambda(event, context), {
    using: (other: () => D) => endpoint(contract, other, run),
  });
}

function openExchange<D extends EdgeDependencies>(contract: Contract, provide: () => D) {
  return (request: EdgeRequest<D>): void => {
    const { requestId } = request.event.requestContext;
    const deps = provide();
    const log = withFields(deps.log, { requestId, operation: contract.operation });
    // A copy: the event belongs to the caller, and the body parser writes to it.
    request.event = { ...request.event, exchange: { startedAt: performance.now(), requestId, deps, log } };
  };
}

function admit<D extends EdgeDependencies>(contract: Contract) {
  return async ({ event }: EdgeRequest<D>): Promise<void> => {
    const exchange = exchangeOf(event);
    const { authorization } = event.headers;
    const { sourceIp } = event.requestContext.http;
    const admittance = await admitRequest(exchange.deps, contract, { authorization, sourceIp });

    exchange.admittance = admittance;
    refuseOverLimit(admittance.count, admittance.allowed);
    if (admittance.caller === null || contract.access === "public") return;
    exchange.log = withFields(exchange.log, { userId: admittance.caller.id });
    requireAbility(admittance.caller, contract.access);
  };
}

function readRequest<C extends Contract, D>(contract: C, event: EdgeEvent<D>): EndpointRequest<C> {
  const { admittance, jsonBody, log, requestId } = exchangeOf(event);
  const params = parseParams(contract.params, event.pathParameters ?? {});
  const query = parseInput(contract.query, readQuery(event.rawQueryString));
  const body = contract.body === null ? null : parseInput(contract.body, jsonBody);
  const address = { path: pathTo(contract, params), rawQueryString: event.rawQueryString };
  // Each part was parsed by this contract's own schema, and only a public contract is admitted without a caller.
  return {
    params,
    query,
    body,
    caller: admittance?.caller ?? null,
    address,
    correlationId: requestId,
    log,
  } as EndpointRequest<C>;
}

function pathTo(contract: Contract, params: Readonly<Record<string, unknown>>): string {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return API_PREFIX + path;
}
