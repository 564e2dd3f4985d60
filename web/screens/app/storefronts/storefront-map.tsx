import { Suspense } from "react";

import { lazyComponent } from "../../../components/lazy-component.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { classNames } from "../../../format/class-names.ts";
import { formatCount } from "../../../format/numbers.ts";
import { countStates, describeStates } from "./storefronts.ts";
import styles from "./tile-map.module.css";
import type { TileMapProps } from "./tile-map.tsx";

const TileMap = lazyComponent(async () => (await import("./tile-map.tsx")).TileMap);

export function StorefrontMap(props: TileMapProps) {
  const { storefronts } = props;
  const { available, missing, unread } = countStates(storefronts);
  const keys = [
    { name: "Available", count: available, tone: styles.available },
    { name: "Not available", count: missing, tone: styles.missing },
    { name: "Not read yet", count: unread, tone: styles.unread },
  ];
  return (
    <Panel title={describeStates(storefronts)}>
      <p className={styles.legend}>
        {keys
          .filter(({ count }) => count > 0)
          .map(({ name, count, tone }) => (
            <span key={name} className={styles.key}>
              <span aria-hidden="true" className={classNames(styles.swatch, tone)} />
              {name} {formatCount(count)}
            </span>
          ))}
        <span className={styles.key}>
          <span aria-hidden="true" className={styles.dot} />
          Changed in the last 30 days
        </span>
      </p>
      <Suspense fallback={<Skeleton text="Loading the map…" shape="tiles" />}>
        <TileMap {...props} />
      </Suspense>
    </Panel>
  );
}
