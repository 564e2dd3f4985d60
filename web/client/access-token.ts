import { Problem, readProblem, UNAUTHENTICATED } from "./problem.ts";
import { send } from "./send.ts";

export type Token = { readonly value: string; readonly issuedAtMs: number; readonly endsAtMs: number };
type TokenSource = { readonly request: () => Promise<Token>; readonly now: () => number };

const RENEWED_BEFORE_END_MS = 60_000;
/** The pause after a failed renewal in the background. */
const RENEWAL_PAUSE_MS = 30_000;

/** Only this page's memory holds the token. Scripts cannot read the cookie that renews it. */
export const accessToken = createAccessToken({ request: requestToken, now: Date.now });

/**
 * Returns a holder that sends one request at a time. A call in the second half of a token's life starts a renewal
 * without waiting. A call in its last minute waits for the new token.
 */
export function createAccessToken({ request, now }: TokenSource) {
  let held: Token | undefined;
  let pending: Promise<Token> | undefined;
  let nextRenewalMs = 0;
  let report = () => {};

  const renew = async () => {
    pending ??= request();
    const own = pending;
    // If `discard` was called meanwhile, the session has ended, so neither its token nor its rejection counts.
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
      if (now() > Math.max((held.issuedAtMs + held.endsAtMs) / 2, nextRenewalMs)) {
        renew().catch(() => {
          nextRenewalMs = now() + RENEWAL_PAUSE_MS;
        });
      }
      return held.value;
    },
    renew: async (rejected: string) => {
      if (held?.value === rejected) held = undefined;
      return held === undefined ? renew() : held.value;
    },
    discard: () => {
      held = undefined;
      pending = undefined;
    },
    /** The callback runs when the service has no session for this browser. */
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
  // The service's clock decides, since this machine's may be wrong.
  const serviceMs = Date.parse(response.headers.get("date") ?? "") || issuedAtMs;
  return { value: data.token, issuedAtMs, endsAtMs: issuedAtMs + Date.parse(data.expires_at) - serviceMs };
}
