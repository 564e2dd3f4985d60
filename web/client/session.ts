import { accessToken } from "./access-token.ts";
import { begunReads } from "./begun-reads.ts";
import { Problem, readProblem, UNAUTHENTICATED } from "./problem.ts";
import { queryClient } from "./query-client.ts";
import { type SentRequest, send } from "./send.ts";

export type SessionState = "checking" | "open" | "closed";

export type Credentials = { readonly email: string; readonly password: string };
export type Registration = Credentials & { readonly name: string };

const PATH = "/api/session";
const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("shelfwatch-session");
const listeners = new Set<() => void>();
let state: SessionState = "checking";
let isEnded = false;

/** All tabs log in and out together. */
export const session = {
  state: () => state,
  hasEnded: () => isEnded,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** If the API cannot be reached, the state becomes `open`, so that the screens are shown and report the failure. */
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
    // A session that has already ended needs no logout.
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
  begunReads.drop();
  queryClient.clear();
  change("open");
  otherTabs?.postMessage("opened");
}

/** Throws if the browser has not kept the cookie of a session that has just begun. */
async function expectKeptSession(): Promise<void> {
  try {
    await accessToken.current();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== UNAUTHENTICATED) return;
    throw new Problem(UNAUTHENTICATED, "The browser blocks the cookies of this page. Allow them, then log in again.");
  }
}

/** Another tab has logged in, possibly as another user, so everything is read again. */
function reopen(): void {
  accessToken.discard();
  begunReads.drop();
  change("open");
  void queryClient.resetQueries();
}

function end(): void {
  isEnded = isEnded || state === "open";
  close();
}

function close(): void {
  accessToken.discard();
  begunReads.drop();
  change("closed");
  queryClient.clear();
}

function change(next: SessionState): void {
  if (state === next) return;
  state = next;
  if (next === "open") isEnded = false;
  for (const listener of listeners) listener();
}
