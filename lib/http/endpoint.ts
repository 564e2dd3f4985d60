import middy, { type Request } from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type * as z from "zod";

import { describeFailure } from "../describe-failure.ts";
import type { PageOf } from "../domain/page.ts";
import type { AppError } from "../errors.ts";
import { parseInput, parseParams } from "../parse-input.ts";
import type { Log } from "../runtime/log.ts";
import {
  type Admission,
  type AuthenticatedRequest,
  admitRequest,
  type EdgeDependencies,
  limitHeaders,
  networkOf,
  type RequestContext,
  type Sender,
  tokenAdmission,
} from "./admit-request.ts";
import { type Contract, hasFields } from "./contract.ts";
import { withinAllowance } from "./day-allowance.ts";
import { isEncrypted, transportHeaders } from "./encrypted-transport.ts";
import { headersOfEveryResponse, problemResponse, toAppError } from "./error-response.ts";
import { represent } from "./representation.ts";
import { readJsonBody, readQuery } from "./request-input.ts";
import { bodySchema, type Document, successResponse } from "./success-response.ts";

export type EndpointRequest<C extends Contract> = Sender[C["access"]] & {
  readonly params: z.output<C["params"]>;
  readonly query: z.output<C["query"]>;
  readonly body: z.output<C["body"]>;
  readonly network: string;
  readonly isEncrypted: boolean;
  /** Scheme, host and port under which the client knows the service. */
  readonly origin: string;
};

type Lasting = {
  /** True if the response will never change, such as that of a past day. Clients keep it for a day. Default: false. */
  readonly isSettled?: boolean;
};

/** A handler's return value for a schema. It stays unchanged. */
type Given<Schema extends z.ZodType> = DeepReadonly<z.input<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

type MetaResult<S> = S extends { readonly meta: () => infer Meta extends z.ZodType }
  ? { readonly meta: Given<Meta> }
  : unknown;

export type EndpointResult<C extends Contract> = C["success"] extends {
  readonly page: () => infer Item extends z.ZodType;
}
  ? { readonly page: PageOf<Given<Item>> } & MetaResult<C["success"]>
  : C["success"] extends { readonly data: () => infer Data extends z.ZodType }
    ? { readonly data: Given<Data> } & MetaResult<C["success"]> & Lasting
    : C["success"] extends { readonly document: true }
      ? { readonly document: Document }
      : { readonly cookie?: string };

export type EndpointHandler<C extends Contract, D extends EdgeDependencies> = (
  deps: RequestContext<D>["deps"],
  request: EndpointRequest<C>,
) => Promise<EndpointResult<C>>;

/** The Lambda function of one endpoint. `using` returns the same function with other dependencies. */
export type EndpointFunction<D> = {
  (event: APIGatewayProxyEventV2, context: Context): Promise<APIGatewayProxyStructuredResultV2>;
  using(provide: () => D): EndpointFunction<D>;
};

type EdgeEvent<D extends EdgeDependencies> = APIGatewayProxyEventV2 & { readonly context?: RequestContext<D> };
type EdgeRequest<D extends EdgeDependencies> = Request<EdgeEvent<D>, APIGatewayProxyStructuredResultV2>;

const FIRST_SERVER_ERROR = 500;

/** An endpoint reads bodies and responds to errors by these functions. */
export type BodyFormat = { readonly readBody: typeof readJsonBody; readonly errorResponse: typeof problemResponse };

const jsonFormat: BodyFormat = { readBody: readJsonBody, errorResponse: problemResponse };

/** Returns the whole edge: request id, log, token, rate limit, input, handler, response and errors. */
export function endpoint<const C extends Contract, D extends EdgeDependencies>(
  contract: C,
  provide: () => D,
  handle: EndpointHandler<C, D>,
  admission: Admission = tokenAdmission,
  format: BodyFormat = jsonFormat,
): EndpointFunction<D> {
  let schema: z.ZodObject | null | undefined;

  const lambda = middy<EdgeEvent<D>, APIGatewayProxyStructuredResultV2>()
    .before(openContext(contract, provide))
    .after((request) => finish(request))
    .onError((request) => respondWithError(request, format))
    .handler(async (event: EdgeEvent<D>, lambdaContext: Context) => {
      const context = contextOf(event);
      const sender = await admitRequest<C["access"]>(context, contract, admission);
      const params = parseParams<C["params"]>(contract.params, event.pathParameters ?? {});
      const sentQuery = hasFields(contract.query) ? readQuery(event.rawQueryString) : {};
      const query = parseInput<C["query"]>(contract.query, sentQuery);
      const sentBody = hasFields(contract.body) ? await format.readBody(event, lambdaContext) : {};
      const body = parseInput<C["body"]>(contract.body, sentBody);

      const encrypted = isEncrypted(event.headers);
      const origin = `http${encrypted ? "s" : ""}://${event.requestContext.domainName}`;
      const transport = { network: networkOf(context), isEncrypted: encrypted, origin };
      const run = () => handle(context.deps, { ...sender, params, query, body, ...transport });
      const { allowance } = contract;
      const handling =
        allowance === undefined ? run() : withinAllowance(context.deps, { userId: userIdOf(sender), allowance }, run);
      // Made while the first request waits for the database.
      schema ??= bodySchema(contract.success);
      const result = await handling;
      const success = successResponse({ contract, schema, result, params, rawQueryString: event.rawQueryString });
      const isSettled = "isSettled" in result && result.isSettled === true;
      return represent(success, { contract, headers: event.headers, isSettled });
    });

  return Object.assign((event: APIGatewayProxyEventV2, context: Context) => lambda(event, context), {
    using: (other: () => D) => endpoint(contract, other, handle, admission, format),
  });
}

function userIdOf(sender: object | AuthenticatedRequest): number {
  if (!("user" in sender)) throw new TypeError("No user.");
  return sender.user.id;
}

function openContext<D extends EdgeDependencies>({ operation }: Contract, provide: () => D) {
  return (request: EdgeRequest<D>): void => {
    const { event } = request;
    const { requestId } = event.requestContext;
    const deps = provide();
    const logFields = { requestId, operation };
    const scoped = { ...deps, log: withFields(deps.log, logFields), correlationId: requestId };
    // A copy, because the event belongs to the caller.
    request.event = { ...event, context: { startedAt: performance.now(), event, deps: scoped, logFields } };
  };
}

function contextOf<D extends EdgeDependencies>({ context }: EdgeEvent<D>): RequestContext<D> {
  if (context === undefined) throw new TypeError("No context.");
  return context;
}

function withFields(log: Log, fields: Readonly<Record<string, unknown>>): Log {
  return {
    debug: (event, more) => log.debug(event, { ...fields, ...more }),
    info: (event, more) => log.info(event, { ...fields, ...more }),
    warn: (event, more) => log.warn(event, { ...fields, ...more }),
    error: (event, more) => log.error(event, { ...fields, ...more }),
  };
}

function finish<D extends EdgeDependencies>({ event: { context }, response }: EdgeRequest<D>, error?: AppError): void {
  if (!response || context === undefined) return;
  response.headers = {
    ...headersOfEveryResponse,
    ...transportHeaders(context.event.headers),
    ...limitHeaders(context, error),
    ...response.headers,
  };
  context.deps.log.info("request.completed", {
    status: response.statusCode,
    durationMs: Math.round(performance.now() - context.startedAt),
  });
}

/** Without a context, the function could not start, so it fails. */
function respondWithError<D extends EdgeDependencies>(request: EdgeRequest<D>, { errorResponse }: BodyFormat): void {
  const { context } = request.event;
  if (context === undefined) return;

  const error = toAppError(request.error);
  const response = errorResponse(error);
  const { log } = context.deps;
  if (error === undefined) log.error("request.failed", describeFailure(request.error));
  else if (response.statusCode >= FIRST_SERVER_ERROR) log.warn("request.rejected", describeFailure(error.cause));
  request.response = response;
  finish(request, error);
}
