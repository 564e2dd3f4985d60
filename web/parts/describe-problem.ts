import type { ShownProblem } from "./problem.ts";

const WAKING_RETRY_SECONDS = 5;
const WAIT_MAX_SECONDS = 120;

export type ProblemText = {
  readonly title: string;
  readonly advice: string;
  /** After how many seconds the request is sent again by itself; undefined: only when the reader says so. */
  readonly retrySeconds: number | undefined;
};

/** Returns what a failed request is called, what the reader can do, and when it is tried again. */
export function describeProblem({ status, retryAfterSeconds }: ShownProblem): ProblemText {
  const retrySeconds = retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds, WAIT_MAX_SECONDS);
  switch (status) {
    case 0:
      return { title: "No connection", advice: "Check your network, then try again.", retrySeconds: undefined };
    case 401:
      return { title: "Your session has ended", advice: "Log in again to go on here.", retrySeconds: undefined };
    case 403:
      return { title: "Not allowed", advice: "This session may not do that.", retrySeconds: undefined };
    case 404:
      return {
        title: "Not found",
        advice: "It may have been removed, or the address is wrong.",
        retrySeconds: undefined,
      };
    case 422:
      return { title: "This address cannot be shown", advice: "Change the filters above.", retrySeconds: undefined };
    case 429:
      return {
        title: "Too many requests",
        advice: "You have reached the limit of requests per minute.",
        retrySeconds: retrySeconds ?? WAIT_MAX_SECONDS / 2,
      };
    case 503:
      return {
        title: "The service is waking up",
        advice: "This takes about 15 seconds. The page loads by itself.",
        retrySeconds: retrySeconds ?? WAKING_RETRY_SECONDS,
      };
    default:
      return { title: "This could not be loaded", advice: "Try again in a moment.", retrySeconds };
  }
}
