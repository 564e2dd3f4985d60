import { type ComponentType, Suspense } from "react";
import { useParams } from "wouter";

import type { Data } from "../../client/operation-types.ts";
import { NOT_FOUND } from "../../client/problem.ts";
import { useRead } from "../../client/use-read.ts";
import { AppIcon } from "../../components/app-icon.tsx";
import { Badge } from "../../components/badge.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LinkTabs } from "../../components/link-tabs.tsx";
import { NotFoundScreen } from "../../components/not-found-screen.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ScreenLoading } from "../../components/screen-loading.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { ButtonLink, TextLink } from "../../components/text-link.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { appPath, type Platform, publisherPath } from "../../format/app-path.ts";
import { AppActions } from "./app-actions.tsx";
import styles from "./app-frame.module.css";
import { appTabs } from "./app-tabs.ts";
import { describeRefresh } from "./sync-labels.ts";
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

type AppLeadProps = { readonly app: Data<"showApp">; readonly href: (tab: string) => string };

function AppLead({ app, href }: AppLeadProps) {
  const { publisher, unavailable_countries: missing } = app;
  const refresh = describeRefresh(app.refresh);
  const readAt = app.metrics_as_of ?? app.last_synced_at;
  return (
    <span className={styles.lead}>
      {publisher !== null && (
        <TextLink href={publisherPath(publisher.platform, publisher.external_id)}>{publisher.name}</TextLink>
      )}
      <StoreBadge platform={app.platform} />
      {app.version !== null && <span>Version {app.version}</span>}
      {!app.is_available && <Badge tone="negative">No longer in the store</Badge>}
      {app.is_available && missing.length > 0 && (
        <TextLink href={href("availability")}>
          Not in {missing.length} {missing.length === 1 ? "country" : "countries"}
        </TextLink>
      )}
      {readAt !== null && (
        <span>
          Read <TimeAgo at={readAt} />
        </span>
      )}
      {refresh !== "" && <span>{refresh}</span>}
    </span>
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
