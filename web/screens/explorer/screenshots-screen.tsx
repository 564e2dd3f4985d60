import styles from "./explorer.module.css";
import { ExplorerFrame } from "./explorer-frame.tsx";
import { useExplorerState } from "./explorer-state.ts";
import { ScreenshotStrip } from "./screenshot-strip.tsx";
import { usePages } from "./use-pages.ts";

const PAGE_SIZE = 12;

export function ScreenshotsScreen() {
  const [state, set] = useExplorerState();
  return (
    <ExplorerFrame
      title="Screenshots"
      lead="The screenshots of all apps that were synced, last discovered first."
      loading="Loading the screenshots…"
      empty="Screenshots appear once an app has been synced. Or change the filter above."
      state={state}
      set={set}
      pages={usePages("exploreScreenshots", state, PAGE_SIZE)}
    >
      {(apps) => (
        <ul className={styles.strips}>
          {apps.map((app) => (
            <ScreenshotStrip key={app.app_id} app={app} />
          ))}
        </ul>
      )}
    </ExplorerFrame>
  );
}
