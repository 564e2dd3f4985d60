import type { Data } from "../../../client/operation-types.ts";
import { AppIcon } from "../../../components/app-icon.tsx";
import { AppLink } from "../../../components/app-link.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { storeAddress, storeNames } from "../../../format/app-path.ts";
import { useAppFrame } from "../use-app-frame.ts";
import styles from "./similar-apps.module.css";

type RelatedAppProps = {
  readonly app: NonNullable<Data<"showSimilarApps">["similar"]>["apps"][number];
  readonly country: string;
};

/** An app that this service does not know has no page here, so its page in the store is linked. */
export function RelatedApp({ app, country }: RelatedAppProps) {
  const { platform } = useAppFrame();
  const { external_id: externalId, name, subtitle, icon_url: iconUrl } = app;
  const detail = subtitle === null ? null : <bdi>{subtitle}</bdi>;
  if (app.app_id !== null)
    return <AppLink platform={platform} externalId={externalId} name={name} iconUrl={iconUrl} detail={detail} />;
  const href = storeAddress({ platform, external_id: externalId, origin_country_code: country });
  return (
    <span className={styles.unknown}>
      <AppIcon url={iconUrl} name={name} />
      <span className={styles.texts}>
        <bdi>{name}</bdi>
        {detail !== null && <span className={styles.reading}>{detail}</span>}
        <TextLink href={href} className={styles.store} label={`${storeNames[platform]}: ${name}`}>
          {storeNames[platform]}
        </TextLink>
      </span>
    </span>
  );
}
