import { EmptyState } from "../../../components/empty-state.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { daysApart } from "./days-apart.ts";
import { VersionEntry } from "./version-entry.tsx";
import styles from "./versions-tab.module.css";

/** The versions of an app, newest first, each with the days since the one before it. */
export function VersionsTab() {
  const { app, href } = useAppFrame();
  const { versions } = app;
  if (versions.length === 0) {
    return (
      <EmptyState title="No version is known yet">
        The first sync of the app reads the one that the store shows.
      </EmptyState>
    );
  }
  return (
    <ol className={styles.versions} reversed>
      {versions.map((version, index) => (
        <VersionEntry
          key={version.id}
          version={version}
          daysSince={daysApart(version, versions[index + 1])}
          listing={href("", `at=${version.created_at.slice(0, 10)}`)}
        />
      ))}
    </ol>
  );
}
