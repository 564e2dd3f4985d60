import { useState } from "react";

import { Panel } from "../../../components/panel.tsx";
import { PictureButton } from "../../../features/listing/picture.tsx";
import { ScreenshotViewer } from "../../../features/listing/screenshot-viewer.tsx";
import { deviceName, inStoreOrder, type Screenshot } from "../../../features/listing/screenshots.ts";
import styles from "./screenshots.module.css";

type ScreenshotsProps = { readonly screenshots: readonly Screenshot[]; readonly name: string };

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
                <PictureButton
                  url={picture.url}
                  text={`Screenshot ${index + 1} for ${deviceName(device)}`}
                  onPress={() => setShown(ordered.indexOf(picture))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ScreenshotViewer name={name} pictures={ordered} shown={shown} onShow={setShown} />
    </Panel>
  );
}
