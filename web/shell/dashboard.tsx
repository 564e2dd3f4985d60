import { Suspense } from "react";
import { Route, Switch } from "wouter";
import { usePathname } from "wouter/use-browser-location";

import { ErrorBoundary } from "./error-boundary.tsx";
import { Layout } from "./layout.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { routes, type ScreenRoute } from "./routes.tsx";
import { ScreenLoading } from "./screen-loading.tsx";
import { SessionGate } from "./session-gate.tsx";

/** The screen of the address. Screens without a session have no navigation around them. */
export function Dashboard() {
  return (
    <Switch>
      {routes.filter(({ isPublic }) => isPublic).map((route) => showRoute(route))}
      <Route>
        <SessionGate>
          <Layout>
            <Screens />
          </Layout>
        </SessionGate>
      </Route>
    </Switch>
  );
}

/** The layout stays while screens change. */
function Screens() {
  return (
    <Switch>
      {routes.filter(({ isPublic }) => !isPublic).map((route) => showRoute(route))}
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
