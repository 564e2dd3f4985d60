import { Problem, UNAUTHENTICATED } from "./problem.ts";
import { readProblem } from "./read-problem.ts";
import { send } from "./send.ts";

export type Token = { readonly value: string; readonly issuedAtMs: number; readonly endsAtMs: number };
type TokenSource = { readonly request: () => Promise<Token>; readonly now: () => number };

const RENEWED_BEFORE_END_MS = 60_000;
/** From a failed renewal in the background to the next. */
const RENEWAL_PAUSE_MS = 30_000;

/** The token of the browser's session, kept in this page's memory alone. The cookie, which no script reads, renews it. */
export const accessToken = createAccessToken({ request: requestToken, now: Date.now });

/**
 * Requests one token at a time, however many calls wait for it. Use keeps the session: after half of a token's life a call
 * renews it without waiting, and in its last minute before it goes on.
 */
export function createAccessToken({ request, now }: TokenSource) {
  let held: Token | undefined;
  let pending: Promise<Token> | undefined;
  let nextRenewalMs = 0;
  let report = () => {};

  const renew = async () => {
    pending ??= request();
    const own = pending;
    // What was discarded meanwhile belongs to a session that has ended: neither its token nor its rejection counts.
    const isCurrent = () => pending === own;
    try {
      const token = await own;
      if (isCurrent()) held = token;
      return token.value;
    } catch (error) {
      if (isCurrent() && error instanceof Problem && error.status === UNAUTHENTICATED) report();
      throw error;
    } finally {
      if (isCurrent()) pending = undefined;
    }
  };
  return {
    current: async () => {
      if (held === undefined || now() >= held.endsAtMs - RENEWED_BEFORE_END_MS) return renew();
      // The held token still serves when this fails.
      if (now() > Math.max((held.issuedAtMs + held.endsAtMs) / 2, nextRenewalMs)) {
        renew().catch(() => {
          nextRenewalMs = now() + RENEWAL_PAUSE_MS;
        });
      }
      return held.value;
    },
    /** Returns a token that is not the one that was rejected. */
    renew: async (rejected: string) => {
      if (held?.value === rejected) held = undefined;
      return held === undefined ? renew() : held.value;
    },
    /** Ends the use of the held token, and of one that is on its way. */
    discard: () => {
      held = undefined;
      pending = undefined;
    },
    /** Calls back when the service has no session of this browser. */
    onRejected: (callBack: () => void) => {
      report = callBack;
    },
  };
}

async function requestToken(): Promise<Token> {
  const issuedAtMs = Date.now();
  const response = await send({ method: "POST", url: "/api/session/token", body: undefined });
  if (!response.ok) throw await readProblem(response);
  const { data }: { readonly data: { readonly token: string; readonly expires_at: string } } = await response.json();
  // The clock of this machine may be wrong.
  const serviceMs = Date.parse(response.headers.get("date") ?? "") || issuedAtMs;
  return { value: data.token, issuedAtMs, endsAtMs: issuedAtMs + Date.parse(data.expires_at) - serviceMs };
}
