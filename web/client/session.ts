import { accessToken } from "./access-token.ts";
import { Problem, UNAUTHENTICATED } from "./problem.ts";
import { queryClient } from "./query-client.ts";
import { readProblem } from "./read-problem.ts";
import type { SentRequest } from "./request-of.ts";
import { send } from "./send.ts";

/** `checking` until the first token or its absence is known. */
export type SessionState = "checking" | "open" | "closed";

export type Credentials = { readonly email: string; readonly password: string };
export type Registration = Credentials & { readonly name: string };

const PATH = "/api/session";
const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("shelfwatch-session");
const listeners = new Set<() => void>();
let state: SessionState = "checking";
let isEnded = false;

/** The browser's session, as this page knows it. All tabs log in and out together. */
export const session = {
  state: () => state,
  /** True when a session was open on this page and has ended without a logout here. */
  hasEnded: () => isEnded,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Finds out whether there is a session. Without a response nothing is known: screens then say so. */
  check: async () => {
    try {
      await accessToken.current();
      change("open");
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== UNAUTHENTICATED) change("open");
    }
  },
  logIn: (credentials: Credentials) => open({ method: "POST", url: PATH, body: JSON.stringify(credentials) }),
  register: (registration: Registration) =>
    open({ method: "POST", url: `${PATH}/registration`, body: JSON.stringify(registration) }),
  logOut: async () => {
    const response = await send({ method: "DELETE", url: PATH, body: undefined });
    // A session that has ended already is what was wanted.
    if (!response.ok && response.status !== UNAUTHENTICATED) throw await readProblem(response);
    close();
    otherTabs?.postMessage("closed");
  },
};

accessToken.onRejected(end);
otherTabs?.addEventListener("message", ({ data }) => (data === "opened" ? reopen() : end()));

async function open(request: SentRequest): Promise<void> {
  const response = await send(request);
  if (!response.ok) throw await readProblem(response);
  accessToken.discard();
  await expectKeptSession();
  queryClient.clear();
  change("open");
  otherTabs?.postMessage("opened");
}

/** Throws where the browser has not kept the cookie of a session that has just begun. */
async function expectKeptSession(): Promise<void> {
  try {
    await accessToken.current();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== UNAUTHENTICATED) return;
    throw new Problem(UNAUTHENTICATED, "The browser blocks the cookies of this page. Allow them, then log in again.");
  }
}

/** Another tab has logged in, perhaps as somebody else: what is shown is read again with that session. */
function reopen(): void {
  accessToken.discard();
  change("open");
  void queryClient.resetQueries();
}

/** Closes a session that the reader has not closed on this page, which the login therefore says. */
function end(): void {
  isEnded = isEnded || state === "open";
  close();
}

/** Discards the token and everything that was read with it. */
function close(): void {
  accessToken.discard();
  change("closed");
  queryClient.clear();
}

function change(next: SessionState): void {
  if (state === next) return;
  state = next;
  if (next === "open") isEnded = false;
  for (const listener of listeners) listener();
}
