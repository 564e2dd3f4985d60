import {
  type FunctionUrlEvent,
  type FunctionUrlResponse,
  readCorrelationId,
  readQuery,
  respondFound,
  respondWithFailure,
} from "./function-url.ts";
import { matchRoute, type ServedRoute } from "./route.ts";
import { withinDeadline } from "./route-deadline.ts";
import { describeFailure, InvalidRequestError, NotInStoreError, StoreError } from "./store-errors.ts";

export type ScraperLogger = {
  info(event: string, fields: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields: Readonly<Record<string, unknown>>): void;
  error(event: string, fields: Readonly<Record<string, unknown>>): void;
};

export type Scraper = (event: FunctionUrlEvent) => Promise<FunctionUrlResponse>;

export function createScraper<Store>(deps: {
  readonly routes: readonly ServedRoute<Store>[];
  readonly store: Store;
  readonly logger: ScraperLogger;
  readonly now: () => Date;
  readonly routeDeadlineMs: number;
}): Scraper {
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
  deps: Parameters<typeof createScraper<Store>>[0],
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
