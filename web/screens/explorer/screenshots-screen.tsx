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
      lead="Screenshots of all synced apps, most recently discovered first."
      loading="Loading the screenshots…"
      empty="Screenshots appear after an app is synced. You can also change the filter above."
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
