import { usePages } from "../../client/use-pages.ts";
import styles from "./explorer.module.css";
import { ExplorerFrame } from "./explorer-frame.tsx";
import { explorerPages, useExplorerState } from "./explorer-state.ts";
import { ScreenshotStrip } from "./screenshot-strip.tsx";

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
      pages={usePages("exploreScreenshots", explorerPages(state, PAGE_SIZE))}
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
