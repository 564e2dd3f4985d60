import { useState } from "react";

import { Panel } from "../../components/panel.tsx";
import { deviceName } from "./device-name.ts";
import { inStoreOrder } from "./device-order.ts";
import { Picture } from "./picture.tsx";
import { ScreenshotViewer } from "./screenshot-viewer.tsx";
import styles from "./screenshots.module.css";

export type Screenshot = { readonly url: string; readonly device_type: string; readonly order: number };

type ScreenshotsProps = { readonly screenshots: readonly Screenshot[]; readonly name: string };

/** Screenshots by device, each row in the order of the store. */
export function Screenshots({ screenshots, name }: ScreenshotsProps) {
  const [shown, setShown] = useState<number>();
  const ordered = inStoreOrder(screenshots);
  if (ordered.length === 0) return null;
  const devices = Map.groupBy(ordered, ({ device_type: device }) => device);
  return (
    <Panel title="Screenshots">
      {[...devices].map(([device, pictures]) => (
        <section key={device} aria-label={deviceName(device)}>
          <h3 className={styles.device}>{deviceName(device)}</h3>
          <ul className={styles.row}>
            {pictures.map((picture, index) => (
              <li key={picture.url}>
                <button type="button" className={styles.open} onClick={() => setShown(ordered.indexOf(picture))}>
                  <Picture url={picture.url} text={`Screenshot ${index + 1} for ${deviceName(device)}`} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ScreenshotViewer name={name} pictures={ordered} shown={shown} onShow={setShown} />
    </Panel>
  );
}
