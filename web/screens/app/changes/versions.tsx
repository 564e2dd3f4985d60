import { EmptyState } from "../../../components/empty-state.tsx";
import { appTabPaths } from "../../../format/app-path.ts";
import { utcDay } from "../../../format/days.ts";
import { describeCadence, releaseCadence } from "../release-cadence.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { daysSince } from "./version-days.ts";
import { VersionEntry } from "./version-entry.tsx";
import styles from "./versions.module.css";

/** Shows each version with its release notes, the newest first. */
export function Versions() {
  const { app, href } = useAppFrame();
  const { versions } = app;
  if (versions.length === 0) {
    return (
      <EmptyState title="No version is known yet">
        The current version appears here after the app’s first sync.
      </EmptyState>
    );
  }
  const cadence = releaseCadence(versions);
  return (
    <>
      {cadence.days !== undefined && (
        <p className={styles.facts}>Release cadence: {describeCadence(cadence).toLowerCase()} on average</p>
      )}
      <ol className={styles.versions} reversed>
        {versions.map((version, index) => (
          <VersionEntry
            key={version.id}
            version={version}
            daysSince={daysSince(versions[index + 1], version)}
            listing={href(appTabPaths.listing, `at=${utcDay(version.created_at)}`)}
          />
        ))}
      </ol>
    </>
  );
}
