import type { Data } from "../../../../client/operation-types.ts";
import { Badge } from "../../../../components/badge.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { Picture } from "../../../../features/listing/picture.tsx";
import { deviceName } from "../../../../features/listing/screenshots.ts";
import styles from "./differences.module.css";
import { pairScreenshots } from "./pair-screenshots.ts";

type Pair<Value> = readonly [Value, Value];

type SideScreenshotsProps = { readonly names: Pair<string>; readonly listings: Pair<Data<"showListing">> };

export function SideScreenshots({ names, listings }: SideScreenshotsProps) {
  const [old, current] = listings;
  const devices = pairScreenshots(old.screenshots, current.screenshots);
  if (devices.length === 0) return null;
  return (
    <Panel title="Screenshots">
      {devices.map(({ device, pairs }) => (
        <section key={device} aria-label={deviceName(device)}>
          <h3 className={styles.side}>{deviceName(device)}</h3>
          <ol className={styles.pairs}>
            {pairs.map((pair, index) => (
              <li key={`${pair[0]} ${pair[1]}`} className={styles.pair}>
                <Badge tone={pair[0] === pair[1] ? "neutral" : "accent"}>{stateOf(pair)}</Badge>
                {(pair[0] === pair[1] ? ([1] as const) : ([0, 1] as const)).map((side) =>
                  pair[side] === undefined ? (
                    <p key={side} className={styles.none}>
                      {names[side]}: none
                    </p>
                  ) : (
                    <Picture key={side} url={pair[side]} text={`${names[side]}, screenshot ${index + 1}`} />
                  ),
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Panel>
  );
}

function stateOf([before, after]: Pair<string | undefined>): string {
  if (before === after) return "Equal";
  if (before === undefined) return "Added";
  return after === undefined ? "Removed" : "Differs";
}
