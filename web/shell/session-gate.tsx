import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Redirect } from "wouter";

import { session } from "../client/session.ts";

/** Shows a screen to who has a session, and the login to others. What the screen needs loads meanwhile. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  useEffect(() => {
    if (state === "checking") void session.check();
  }, [state]);
  if (state === "closed") {
    const { pathname, search } = window.location;
    return <Redirect to={`/login?return=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return <div hidden={state === "checking"}>{children}</div>;
}
