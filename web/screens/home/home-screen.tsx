import { useRead } from "../../client/use-read.ts";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { classNames } from "../../format/class-names.ts";
import { ActivityFeed } from "./activity-feed.tsx";
import { FailedSyncs } from "./failed-syncs.tsx";
import { FirstSteps } from "./first-steps.tsx";
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
