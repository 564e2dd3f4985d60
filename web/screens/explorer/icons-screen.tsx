import { usePages } from "../../client/use-pages.ts";
import { AppIcon } from "../../components/app-icon.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { appPath } from "../../format/app-path.ts";
import styles from "./explorer.module.css";
import { ExplorerFrame } from "./explorer-frame.tsx";
import { explorerPages, useExplorerState } from "./explorer-state.ts";

const PAGE_SIZE = 60;

export function IconsScreen() {
  const [state, set] = useExplorerState();
  return (
    <ExplorerFrame
      title="Icons"
      lead="Icons of all known apps, most recently discovered first."
      loading="Loading the icons…"
      empty="Change the filter above."
      state={state}
      set={set}
      pages={usePages("exploreIcons", explorerPages(state, PAGE_SIZE))}
    >
      {(apps) => (
        <ul className={styles.icons}>
          {apps.map((app) => (
            <li key={app.app_id}>
              <TextLink href={appPath(app.platform, app.external_id)} className={styles.tile}>
                <AppIcon url={app.icon_url} name={app.name} size="large" />
                <bdi className={styles.name}>{app.name}</bdi>
                <span className={styles.facts}>{app.category_name}</span>
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </ExplorerFrame>
  );
}
