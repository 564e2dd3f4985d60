import type { Data } from "../../client/operation-types.ts";
import { Badge } from "../../components/badge.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { publisherPath } from "../../format/app-path.ts";
import styles from "./app-frame.module.css";
import { describeRefresh } from "./refresh-labels.ts";

type AppLeadProps = { readonly app: Data<"showApp">; readonly href: (tab: string) => string };

export function AppLead({ app, href }: AppLeadProps) {
  const { publisher, unavailable_countries: missing } = app;
  const refresh = describeRefresh(app.refresh);
  const readAt = app.metrics_as_of ?? app.last_synced_at;
  return (
    <span className={styles.lead}>
      {publisher !== null && (
        <TextLink href={publisherPath(publisher.platform, publisher.external_id)}>{publisher.name}</TextLink>
      )}
      <StoreBadge platform={app.platform} />
      {app.version !== null && <span>Version {app.version}</span>}
      {!app.is_available && <Badge tone="negative">No longer in the store</Badge>}
      {app.is_available && missing.length > 0 && (
        <TextLink href={href("availability")}>
          Not in {missing.length} {missing.length === 1 ? "country" : "countries"}
        </TextLink>
      )}
      {readAt !== null && (
        <span>
          Read <TimeAgo at={readAt} />
        </span>
      )}
      {refresh !== "" && <span>{refresh}</span>}
    </span>
  );
}
