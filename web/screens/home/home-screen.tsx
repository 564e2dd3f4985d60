import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { classNames } from "../../format/class-names.ts";
import { ActivityFeed } from "./activity-feed.tsx";
import { FailedSyncs } from "./failed-syncs.tsx";
import { HomeCounts } from "./home-counts.tsx";
import styles from "./home-screen.module.css";
import { NewestVersions } from "./newest-versions.tsx";

export function HomeScreen() {
  const dashboard = useRead("showDashboard", {});
  const hasApps = dashboard.data !== undefined && dashboard.data.data.total_apps > 0;
  return (
    <Screen
      title="Home"
      actions={
        hasApps && (
          <ButtonLink href="/find" variant="primary">
            Find apps
          </ButtonLink>
        )
      }
    >
      <QueryView query={dashboard} isEmpty={({ data }) => data.total_apps === 0} empty={<FirstSteps />}>
        {({ data }) => (
          <>
            <HomeCounts dashboard={data} />
            <div className={styles.columns}>
              <ActivityFeed />
              <div className={classNames(styles.side, data.failed_syncs.length > 0 && styles.urgent)}>
                <FailedSyncs syncs={data.failed_syncs} total={data.total_failed_syncs} />
                <NewestVersions versions={data.competitor_versions} />
              </div>
            </div>
          </>
        )}
      </QueryView>
    </Screen>
  );
}

function FirstSteps() {
  return (
    <EmptyState
      title="Track your first app"
      action={
        <div className={styles.filters}>
          <ButtonLink href="/find" variant="primary">
            Search a store
          </ButtonLink>
          <ButtonLink href="/find/paste">Paste a list</ButtonLink>
        </div>
      }
    >
      <ol className={styles.steps}>
        <li>Search for an app by its name, or paste the addresses of many.</li>
        <li>Track it. Its page fills while the first sync reads every language and country.</li>
        <li>Come back tomorrow. Changes are listed here, day by day.</li>
      </ol>
    </EmptyState>
  );
}
