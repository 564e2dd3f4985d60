import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react";
import { Redirect, Route, Switch } from "wouter";
import { usePathname } from "wouter/use-browser-location";

import { session } from "../client/session.ts";
import { NotFoundScreen } from "../components/not-found-screen.tsx";
import { ScreenLoading } from "../components/screen-loading.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Layout } from "./layout.tsx";
import { authorizeRoute, publicRoutes, routes, type ScreenRoute } from "./routes.ts";

export function Dashboard() {
  return (
    <ErrorBoundary resetKey={usePathname()}>
      <Switch>
        {publicRoutes.map(showRoute)}
        <Route path={authorizeRoute.path}>
          <SessionGate>
            <Shown Screen={authorizeRoute.Screen} />
          </SessionGate>
        </Route>
        <Route>
          <SessionGate>
            <Layout>
              <Screens />
            </Layout>
          </SessionGate>
        </Route>
      </Switch>
    </ErrorBoundary>
  );
}

/** The hidden screen loads its code while the session is checked. */
function SessionGate({ children }: { readonly children: ReactNode }) {
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

function Screens() {
  return (
    <Switch>
      {routes.map(showRoute)}
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  );
}

function showRoute({ path, Screen }: ScreenRoute) {
  return (
    <Route key={path} path={path}>
      <Shown Screen={Screen} />
    </Route>
  );
}

function Shown({ Screen }: Pick<ScreenRoute, "Screen">) {
  return (
    <ErrorBoundary resetKey={usePathname()}>
      <Suspense fallback={<ScreenLoading />}>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  );
}
