import { type ComponentType, Suspense } from "react";
import { Redirect, useParams } from "wouter";
import { useSearch } from "wouter/use-browser-location";

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
import { usePlotNotes } from "../../features/notes/use-plot-notes.ts";
import { useShowApp } from "../../features/scope/shown-app.ts";
import { appPath, appTabPaths, type Platform, publisherPath } from "../../format/app-path.ts";
import { dashboardHref } from "../../format/dashboard-path.ts";
import { PlotNotes } from "../../plots/plot-notes.ts";
import { AppActions } from "./app-actions.tsx";
import styles from "./app-frame.module.css";
import { appTabs } from "./app-tabs.ts";
import { movedAddress } from "./former-tabs.ts";
import { type FrameApp, frameAppOf } from "./frame-app.ts";
import { describeRefresh } from "./sync-labels.ts";
import { SyncPanel } from "./sync-panel.tsx";
import { AppFrameContext } from "./use-app-frame.ts";
import { useLiveSync } from "./use-live-sync.ts";
import { useOverview } from "./use-overview.ts";

export function AppFrame() {
  const { platform, externalId = "", tab = "" } = useParams();
  const search = useSearch();
  const shown = appTabs.find(({ path }) => path === tab);
  if (platform !== "ios" && platform !== "android") return <NotFoundScreen />;
  const moved = movedAddress({ platform, externalId, tab, search });
  if (moved !== undefined) return <Redirect to={dashboardHref(moved)} replace />;
  if (shown === undefined) return <NotFoundScreen />;
  const { path, Tab } = shown;
  return <AppOf key={`${platform} ${externalId}`} platform={platform} externalId={externalId} tab={path} Tab={Tab} />;
}

/** A tab that is rendered afterwards is shown with the first frame. `tab` is the last part of the address. */
export async function loadAppTab(tab: string): Promise<void> {
  await appTabs.find(({ path }) => path === tab)?.load?.();
}

type AppOfProps = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly tab: string;
  readonly Tab: ComponentType;
};

/** The overview reads all that its frame shows, so the frame reads no more. */
function AppOf({ platform, externalId, tab, Tab }: AppOfProps) {
  const params = { platform, external_id: externalId };
  const isOverview = tab === "";
  const detail = useRead("showApp", { params }, { enabled: !isOverview });
  const overview = useOverview(params, { enabled: isOverview });
  const sync = useLiveSync(params);
  const app: FrameApp | undefined = isOverview
    ? frameAppOf(overview.data?.data)
    : (detail.data?.data ?? frameAppOf(overview.data?.data));
  const error = isOverview ? overview.error : detail.error;
  const path = appPath(platform, externalId);
  const href = (to: string, search = "") => `${path}${to && `/${to}`}${search && `?${search}`}`;
  const notes = usePlotNotes(detail.data?.data.id);
  useShowApp(app?.name);
  return (
    <Screen
      title={app?.name ?? "App"}
      icon={app && <AppIcon url={app.icon_url} name={app.name} size="large" />}
      lead={app && <AppLead app={app} href={href} />}
      actions={app && <AppActions app={app} params={params} sync={sync.data?.data} />}
    >
      {app === undefined && error?.status === NOT_FOUND ? (
        <UnknownApp />
      ) : (
        <div className={styles.frame}>
          <SyncPanel query={sync} />
          <LinkTabs label="App" tabs={appTabs.map(({ path: to, name }) => ({ href: href(to), name }))} />
          <Suspense fallback={<ScreenLoading />}>
            <PlotNotes value={notes}>
              {isOverview ? (
                <Tab />
              ) : (
                <QueryView query={detail} loading="Loading the app…">
                  {({ data }) => (
                    <AppFrameContext value={{ platform, externalId, params, app: data, href }}>
                      <Tab />
                    </AppFrameContext>
                  )}
                </QueryView>
              )}
            </PlotNotes>
          </Suspense>
        </div>
      )}
    </Screen>
  );
}

type AppLeadProps = { readonly app: FrameApp; readonly href: (tab: string) => string };

function AppLead({ app, href }: AppLeadProps) {
  const { publisher, unavailable_countries: missing } = app;
  const refresh = describeRefresh(app.refresh ?? null);
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
        <TextLink href={href(appTabPaths.storefronts)}>
          Not in {missing.length} {missing.length === 1 ? "country" : "countries"}
        </TextLink>
      )}
      {readAt !== null && (
        <span>
          Updated <TimeAgo at={readAt} />
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
