import { type ComponentType, Suspense } from "react";
import { useParams } from "wouter";

import { NOT_FOUND } from "../../client/problem.ts";
import { useRead } from "../../client/use-read.ts";
import { AppIcon } from "../../components/app-icon.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LinkTabs } from "../../components/link-tabs.tsx";
import { NotFoundScreen } from "../../components/not-found-screen.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ScreenLoading } from "../../components/screen-loading.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { appPath, type Platform } from "../../format/app-path.ts";
import { AppActions } from "./app-actions.tsx";
import styles from "./app-frame.module.css";
import { AppLead } from "./app-lead.tsx";
import { appTabs } from "./app-tabs.ts";
import { SyncPanel } from "./sync-panel.tsx";
import { AppFrameContext } from "./use-app-frame.ts";
import { useLiveSync } from "./use-live-sync.ts";

export function AppFrame() {
  const { platform, externalId = "", tab = "" } = useParams();
  const shown = appTabs.find(({ path }) => path === tab);
  if ((platform !== "ios" && platform !== "android") || shown === undefined) return <NotFoundScreen />;
  return <AppOf key={`${platform} ${externalId}`} platform={platform} externalId={externalId} Tab={shown.Tab} />;
}

type AppOfProps = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly Tab: ComponentType;
};

function AppOf({ platform, externalId, Tab }: AppOfProps) {
  const params = { platform, external_id: externalId };
  const query = useRead("showApp", { params });
  const sync = useLiveSync(params);
  const app = query.data?.data;
  const path = appPath(platform, externalId);
  const href = (tab: string, search = "") => `${path}${tab && `/${tab}`}${search && `?${search}`}`;
  return (
    <Screen
      title={app?.name ?? "App"}
      icon={app && <AppIcon url={app.icon_url} name={app.name} size="large" />}
      lead={app && <AppLead app={app} href={href} />}
      actions={app && <AppActions app={app} params={params} sync={sync.data?.data} />}
    >
      {app === undefined && query.error?.status === NOT_FOUND ? (
        <UnknownApp />
      ) : (
        <QueryView query={query} loading="Loading the app…">
          {({ data }) => (
            <AppFrameContext value={{ platform, externalId, params, app: data, href }}>
              <div className={styles.frame}>
                <SyncPanel query={sync} />
                <LinkTabs label="App" tabs={appTabs.map(({ path: tab, name }) => ({ href: href(tab), name }))} />
                <Suspense fallback={<ScreenLoading />}>
                  <Tab />
                </Suspense>
              </div>
            </AppFrameContext>
          )}
        </QueryView>
      )}
    </Screen>
  );
}

function UnknownApp() {
  return (
    <EmptyState
      title="This app is not known yet"
      isAlert
      action={
        <ButtonLink href="/find" variant="primary">
          Search a store
        </ButtonLink>
      }
    >
      No search or chart has shown it yet, or the address is wrong. Search its store to find it.
    </EmptyState>
  );
}
