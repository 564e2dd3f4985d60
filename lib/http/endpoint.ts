import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";

import { admitRequest } from "./admit-request.ts";
import { requireAbility } from "./authentication.ts";
import { type Contract, fullPath } from "./contract.ts";
import { type EdgeEvent, type EdgeRequest, exchangeOf } from "./exchange.ts";
import { finish, reject } from "./finish-exchange.ts";
import { parseJsonBody } from "./json-body.ts";
import { parseInput, parseParams } from "./parse-input.ts";
import { rejectOverLimit } from "./rate-limit.ts";
import { readQuery } from "./read-query.ts";
import { withFields } from "./request-log.ts";
import type { EdgeDependencies, EndpointRequest, Run } from "./run.ts";
import { rejectOtherSites } from "./same-origin.ts";
import { presentedSession } from "./session-cookie.ts";
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
    .before(readAddress(contract))
    .before(parseJsonBody(contract))
    .after(finish)
    .onError(reject)
    .handler(async (event: EdgeEvent<D>) =>
      successResponse({
        contract,
        outcome: await run(exchangeOf(event).deps, readRequest(contract, event)),
        event,
      }),
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
    const usesSession = contract.access === "session";
    if (usesSession || contract.setsSessionCookie) rejectOtherSites(event);
    const { authorization } = event.headers;
    const { sourceIp } = event.requestContext.http;
    const session = usesSession ? presentedSession(event) : undefined;
    const admittance = await admitRequest(exchange.deps, contract, { authorization, session, sourceIp });

    exchange.admittance = admittance;
    rejectOverLimit(admittance.count, admittance.allowed);
    if (admittance.caller === null || contract.access === "public" || contract.access === "session") return;
    exchange.log = withFields(exchange.log, { userId: admittance.caller.id });
    requireAbility(admittance.caller, contract.access);
  };
}

/** Before the body: what is wrong with an address is told whatever was sent to it. A query that no one takes is not read. */
function readAddress<D>(contract: Contract) {
  return ({ event }: EdgeRequest<D>): void => {
    const params = parseParams(contract.params, event.pathParameters ?? {});
    const takesQuery = Object.keys(contract.query.shape).length > 0;
    const query = takesQuery ? parseInput(contract.query, readQuery(event.rawQueryString)) : {};
    exchangeOf(event).input = { params, query };
  };
}

function readRequest<C extends Contract, D>(contract: C, event: EdgeEvent<D>): EndpointRequest<C> {
  const { admittance, input, jsonBody, log, requestId } = exchangeOf(event);
  const body = contract.body === null ? null : parseInput(contract.body, jsonBody);
  const address = { path: pathTo(contract, input?.params ?? {}), rawQueryString: event.rawQueryString };
  // Each part was parsed by this contract's own schema, and a contract is admitted with what its access asks for.
  return {
    ...input,
    body,
    caller: admittance?.caller ?? null,
    session: admittance?.session ?? null,
    address,
    correlationId: requestId,
    log,
  } as EndpointRequest<C>;
}

function pathTo(contract: Contract, params: Readonly<Record<string, unknown>>): string {
  return fullPath(contract).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
