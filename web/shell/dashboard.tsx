import { Suspense } from "react";
import { Route, Switch } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { NotFoundScreen } from "../components/not-found-screen.tsx";
import { ScreenLoading } from "../components/screen-loading.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Layout } from "./layout.tsx";
import { publicRoutes, routes, type ScreenRoute } from "./routes.ts";
import { SessionGate } from "./session-gate.tsx";

export function Dashboard() {
  return (
    <Switch>
      {publicRoutes.map(showRoute)}
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
