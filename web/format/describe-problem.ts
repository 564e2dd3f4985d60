import { formatWait } from "./times.ts";

/** A failed request. `status` is 0 if there was no response. */
export type ShownProblem = {
  readonly status: number;
  readonly detail: string;
  /** A code such as `store-unavailable`. The gateway's own rejections have none. */
  readonly code?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
};

const WAKING_RETRY_SECONDS = 5;
const LIMIT_RETRY_SECONDS = 60;
/** Nobody keeps a page open for a longer wait. */
const COUNTDOWN_MAX_SECONDS = 600;

export type ProblemText = {
  readonly title: string;
  readonly advice: string;
  /** Seconds until the request is sent again. Undefined if it is sent again only when the reader requests it. */
  readonly retrySeconds?: number | undefined;
};

export function describeProblem(problem: ShownProblem): ProblemText {
  const text = textOf(problem);
  const seconds = problem.retryAfterSeconds ?? text.retrySeconds;
  if (seconds === undefined || seconds <= COUNTDOWN_MAX_SECONDS) return { ...text, retrySeconds: seconds };
  return { title: text.title, advice: `Try again in ${formatWait(seconds)}.`, retrySeconds: undefined };
}

/** Returns the text by status. Its `retrySeconds` applies if the response names no wait. */
function textOf({ status, code }: ShownProblem): ProblemText {
  switch (status) {
    case 0:
      return { title: "No connection", advice: "Check your network, then try again." };
    case 401:
      return { title: "Your session has ended", advice: "Log in again to continue." };
    case 403:
      return { title: "Not allowed", advice: "This session does not have permission to do that." };
    case 404:
      return { title: "Not found", advice: "It may have been removed, or the address is wrong." };
    case 422:
      return { title: "This address cannot be shown", advice: "Change the filters above." };
    case 429:
      return {
        title: "Too many requests",
        advice: "You have reached a request limit.",
        retrySeconds: LIMIT_RETRY_SECONDS,
      };
    case 503:
      if (code === "store-unavailable") {
        return { title: "The store is not accepting requests right now", advice: "Stored data is still available." };
      }
      if (code === "documents-unavailable") {
        return {
          title: "The assistant cannot be checked right now",
          advice: "The service has not read the assistant’s description. The page tries again automatically.",
        };
      }
      return {
        title: "The service is waking up",
        advice: "This takes about 15 seconds. The page loads automatically.",
        retrySeconds: WAKING_RETRY_SECONDS,
      };
    default:
      return { title: "This could not be loaded", advice: "Try again in a moment." };
  }
}
