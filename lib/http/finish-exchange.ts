import { describeFailure } from "../describe-failure.ts";
import type { AppError } from "../errors.ts";
import { headersOfEveryResponse, problemResponse, toAppError } from "./error-response.ts";
import type { EdgeRequest } from "./exchange.ts";
import { limitHeaders } from "./rate-limit.ts";

const FIRST_SERVER_ERROR = 500;

/** Adds what every response carries, and leaves one line in the log. */
export function finish<D>(request: EdgeRequest<D>, error?: AppError): void {
  const { exchange } = request.event;
  const { response } = request;
  if (!response) return;

  const admittance = exchange?.admittance;
  response.headers = {
    ...headersOfEveryResponse,
    ...(admittance === undefined ? {} : limitHeaders(admittance.count, admittance.allowed, secondsOfLimit(error))),
    ...response.headers,
  };
  exchange?.log.info("request.completed", {
    status: response.statusCode,
    durationMs: Math.round(performance.now() - exchange.startedAt),
  });
}

/** Returns for an error that any step threw. Without an exchange the function could not even start: let it fail. */
export function reject<D>(request: EdgeRequest<D>): void {
  const { exchange } = request.event;
  if (exchange === undefined) return;

  const error = toAppError(request.error);
  const response = problemResponse(error);
  if (error === undefined) exchange.log.error("request.failed", describeFailure(request.error));
  else if (response.statusCode >= FIRST_SERVER_ERROR)
    exchange.log.warn("request.rejected", describeFailure(error.cause));
  request.response = response;
  finish(request, error);
}

function secondsOfLimit(error: AppError | undefined): number | undefined {
  return error?.code === "rate_limited" ? error.retryAfterSeconds : undefined;
}
