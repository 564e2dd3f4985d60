import { Problem, RATE_LIMITED, UNAVAILABLE } from "./problem.ts";

type Clock = {
  readonly now: () => number;
  /** Throws the reason of the signal if it is aborted meanwhile. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

export type Pace = {
  /** Sends when the minute's limit allows it, and once more after the wait that a response names. Throws a Problem. */
  readonly send: <Result>(request: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
};

const MINUTE_MS = 60_000;
/** A user may send 60 requests in a minute. The screens need the others. */
const REQUESTS_A_MINUTE = 40;
const TRIES_MAX = 3;
/** A longer wait means that a daily limit is reached. */
const WAIT_SECONDS_MAX = 90;

export function createPace({ now, wait }: Clock): Pace {
  let sentMs: readonly number[] = [];
  const takeTurn = async (signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted();
      sentMs = sentMs.filter((at) => at > now() - MINUTE_MS);
      const [first] = sentMs;
      if (first === undefined || sentMs.length < REQUESTS_A_MINUTE) break;
      await wait(first + MINUTE_MS - now(), signal);
    }
    sentMs = [...sentMs, now()];
  };
  const send = async <Result>(
    request: () => Promise<Result>,
    signal: AbortSignal,
    triesLeft: number,
  ): Promise<Result> => {
    await takeTurn(signal);
    try {
      return await request();
    } catch (error) {
      const seconds = triesLeft > 1 ? secondsToWait(error) : undefined;
      if (seconds === undefined) throw error;
      await wait(seconds * 1_000, signal);
    }
    return send(request, signal, triesLeft - 1);
  };
  return { send: (request, signal) => send(request, signal, TRIES_MAX) };
}

function secondsToWait(error: unknown): number | undefined {
  if (!(error instanceof Problem) || ![RATE_LIMITED, UNAVAILABLE].includes(error.status)) return undefined;
  const { retryAfterSeconds: seconds } = error;
  return seconds !== undefined && seconds <= WAIT_SECONDS_MAX ? seconds : undefined;
}

/** All that a page sends by itself shares one pace. */
export const pace = createPace({ now: Date.now, wait });

function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}
