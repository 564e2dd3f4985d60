import type { Data } from "../../client/operation-types.ts";
import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { Stars } from "../../components/stars.tsx";
import { TrackButton } from "../../features/tracking/track-button.tsx";
import styles from "./found-list.module.css";

export function FoundApp({ app }: { readonly app: Data<"searchApps">[number] }) {
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <AppLink
          platform={app.platform}
          externalId={app.external_id}
          name={app.name}
          iconUrl={app.icon_url}
          detail={<FactList facts={[app.publisher_name || "Unknown publisher", app.category?.name]} />}
        />
      </div>
      {app.rating !== null && <Stars rating={app.rating} count={app.rating_count} />}
      {!app.is_available && <Badge tone="warning">Not available</Badge>}
      <TrackButton app={app} />
    </li>
  );
}
