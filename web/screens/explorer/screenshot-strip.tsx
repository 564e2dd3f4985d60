import { useState } from "react";
import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { PictureButton } from "../../features/listing/picture.tsx";
import { ScreenshotViewer } from "../../features/listing/screenshot-viewer.tsx";
import { deviceName, inStoreOrder } from "../../features/listing/screenshots.ts";
import { localeName } from "../../format/locale-names.ts";
import styles from "./explorer.module.css";

type App = Data<"exploreScreenshots">[number];

export function ScreenshotStrip({ app }: { readonly app: App }) {
  const [shown, setShown] = useState<number>();
  const screenshots = inStoreOrder(app.screenshots);
  return (
    <li className={styles.card}>
      <AppLink
        platform={app.platform}
        externalId={app.external_id}
        name={app.name}
        iconUrl={app.icon_url}
        detail={
          <FactList
            facts={[app.publisher_name, app.category_name, app.locale === null ? null : localeName(app.locale)]}
          />
        }
      />
      {screenshots.length === 0 ? (
        <p className={styles.facts}>No screenshots</p>
      ) : (
        <ul className={styles.strip} aria-label={`Screenshots of ${app.name}`}>
          {screenshots.map(({ url, device_type: device, order }, place) => (
            <li key={`${device}-${order}-${url}`}>
              <PictureButton
                url={url}
                text={`${app.name}, ${deviceName(device)}, screenshot ${order + 1}`}
                onPress={() => setShown(place)}
              />
            </li>
          ))}
        </ul>
      )}
      <ScreenshotViewer name={app.name} pictures={screenshots} shown={shown} onShow={setShown} />
    </li>
  );
}
