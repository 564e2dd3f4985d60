import { type ReactNode, useEffect } from "react";
import { Redirect } from "wouter";

import { session } from "../client/session.ts";
import { useSession } from "../client/use-session.ts";

/** Shows a screen to who has a session, and the login to others. What the screen needs loads meanwhile. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const state = useSession();
  useEffect(() => {
    if (state === "checking") void session.check();
  }, [state]);
  if (state === "closed") {
    const { pathname, search } = window.location;
    return <Redirect to={`/login?return=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return <div hidden={state === "checking"}>{children}</div>;
}
