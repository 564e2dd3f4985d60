import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { type Platform, publisherPath } from "../../format/app-path.ts";
import { isUnnamed } from "./chart-refresh.ts";
import styles from "./charts.module.css";

type ChartedAppProps = {
  readonly app: {
    readonly platform: Platform;
    readonly app_external_id: string;
    readonly app_name: string;
    readonly icon_url: string | null;
    readonly publisher: { readonly name: string; readonly external_id: string } | null;
  };
  readonly isTracked?: boolean;
};

export function ChartedApp({ app, isTracked = false }: ChartedAppProps) {
  const { platform, publisher } = app;
  return (
    <AppLink
      platform={platform}
      externalId={app.app_external_id}
      name={app.app_name}
      iconUrl={app.icon_url}
      tab="/rankings"
      detail={
        <>
          {isTracked && <Badge tone="accent">Tracked</Badge>}{" "}
          {isUnnamed(app) && <span className={styles.facts}>Name not known yet</span>}
          {publisher && (
            <TextLink href={publisherPath(platform, publisher.external_id)} className={styles.publisher}>
              <bdi>{publisher.name}</bdi>
            </TextLink>
          )}
        </>
      }
    />
  );
}
