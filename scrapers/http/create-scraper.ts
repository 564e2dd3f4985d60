import { ABSENCE_HEADER } from "../contracts/records.ts";
import { matchRoute, type Parameters, type ServedRoute, withinDeadline } from "./route.ts";
import {
  type DescribedFailure,
  describeFailure,
  InvalidRequestError,
  NotInStoreError,
  StoreError,
} from "./store-errors.ts";

export type ScraperLogger = {
  info(event: string, fields: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields: Readonly<Record<string, unknown>>): void;
  error(event: string, fields: Readonly<Record<string, unknown>>): void;
};

export type Scraper = (event: FunctionUrlEvent) => Promise<FunctionUrlResponse>;

type ScraperDependencies<Store> = {
  readonly routes: readonly ServedRoute<Store>[];
  readonly store: Store;
  readonly logger: ScraperLogger;
  readonly now: () => Date;
  readonly routeDeadlineMs: number;
};

export function createScraper<Store>(deps: ScraperDependencies<Store>): Scraper {
  return async (event) => {
    const startedAt = deps.now().getTime();
    const context = { correlation_id: readCorrelationId(event), path: event.rawPath };
    try {
      const body = await respondTo(deps, event, context);
      deps.logger.info("route.responded", { ...context, status: 200, duration_ms: deps.now().getTime() - startedAt });
      return respondFound(body);
    } catch (error) {
      const failure = describeFailure(error);
      const fields = { ...context, status: failure.body.statusCode, duration_ms: deps.now().getTime() - startedAt };
      logFailure(deps.logger, error, { ...fields, reason: failure.body.reason });
      return respondWithFailure(failure);
    }
  };
}

/** Logs a fault of this code as an error and one of the store as a warning; a correct 4xx is neither. */
function logFailure(logger: ScraperLogger, error: unknown, fields: Readonly<Record<string, unknown>>): void {
  if (error instanceof NotInStoreError || error instanceof InvalidRequestError) logger.info("route.responded", fields);
  else if (error instanceof StoreError) logger.warn("route.failed", { ...fields, error });
  else logger.error("route.broken", { ...fields, error });
}

async function respondTo<Store>(
  deps: ScraperDependencies<Store>,
  event: FunctionUrlEvent,
  context: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (event.requestContext.http.method !== "GET") throw new InvalidRequestError(405, "Only GET is served");
  const { route, parameters } = matchRoute(deps.routes, event.rawPath);
  const query = readQuery(event);

  return withinDeadline(deps.routeDeadlineMs, async (signal) =>
    route.response(
      deps.store,
      { ...query, ...parameters },
      {
        signal,
        report: (name, fields) => deps.logger.warn(name, { ...context, ...fields }),
      },
    ),
  );
}

type FunctionUrlEvent = {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly requestId: string; readonly http: { readonly method: string } };
};

type FunctionUrlResponse = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Rejects a repeated parameter, since either value could be the intended one. */
function readQuery(event: FunctionUrlEvent): Parameters {
  const parameters = [...new URLSearchParams(event.rawQueryString)];
  const names = new Set(parameters.map(([name]) => name));
  if (names.size < parameters.length) throw new InvalidRequestError(422, "query: a parameter is given twice");
  return Object.fromEntries(parameters);
}

function readCorrelationId(event: FunctionUrlEvent): string {
  const given = event.headers["x-correlation-id"];
  return given !== undefined && /^[\w.:-]{1,128}$/.test(given) ? given : event.requestContext.requestId;
}

function respondFound(body: unknown): FunctionUrlResponse {
  return respondWithJson(200, body);
}

function respondWithFailure({ body, retryAfterSeconds, absence }: DescribedFailure): FunctionUrlResponse {
  const headers = {
    ...(retryAfterSeconds !== null && { "retry-after": String(retryAfterSeconds) }),
    ...(absence !== undefined && { [ABSENCE_HEADER]: absence }),
  };
  return respondWithJson(body.statusCode, body, headers);
}

function respondWithJson(statusCode: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { statusCode, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}
