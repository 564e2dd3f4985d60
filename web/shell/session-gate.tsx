import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Redirect } from "wouter";

import { session } from "../client/session.ts";

/** The hidden screen loads its code while the session is checked. */
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
