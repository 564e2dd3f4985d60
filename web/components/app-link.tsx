import type { ReactNode } from "react";
import { appPath, type Platform } from "../format/app-path.ts";
import { AppIcon } from "./app-icon.tsx";
import styles from "./app-link.module.css";
import { TextLink } from "./text-link.tsx";

type AppLinkProps = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly name: string;
  readonly iconUrl?: string | null | undefined;
  readonly detail?: ReactNode;
  readonly tab?: string | undefined;
};

export function AppLink({ platform, externalId, name, iconUrl, detail, tab = "" }: AppLinkProps) {
  return (
    <span className={styles.app}>
      {iconUrl !== undefined && <AppIcon url={iconUrl} name={name} />}
      <span className={styles.texts}>
        <TextLink href={`${appPath(platform, externalId)}${tab}`} className={styles.name}>
          <bdi>{name}</bdi>
        </TextLink>
        {detail !== undefined && detail !== null && <span className={styles.detail}>{detail}</span>}
      </span>
    </span>
  );
}
