import { AppIcon } from "../../components/app-icon.tsx";
import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { appPath } from "../../format/app-path.ts";
import { textDirection } from "../../format/text-direction.ts";
import styles from "./change-entry.module.css";
import type { ChangeGroup } from "./change-groups.ts";
import { describeChange, placeName } from "./change-labels.ts";
import { shownValues } from "./change-values.ts";

const PLACES_SHOWN = 8;

export type AppMark = "tracked" | "competitor";

type ChangeEntryProps = {
  readonly group: ChangeGroup;
  readonly marks: readonly AppMark[];
};

export function ChangeEntry({ group, marks }: ChangeEntryProps) {
  const { first, places } = group;
  const { app, version, previous_version: before } = first;
  return (
    <li className={styles.entry}>
      <AppIcon url={app.icon_url} name={app.name} />
      <div className={styles.body}>
        <p className={styles.head}>
          <AppLink platform={app.platform} externalId={app.external_id} name={app.name} />
          <StoreBadge platform={app.platform} />
          {marks.includes("tracked") && app.is_tracked && <Badge tone="accent">Tracked</Badge>}
          {marks.includes("competitor") && app.is_competitor && <Badge>Competitor</Badge>}
        </p>
        <p className={styles.what}>
          {describeChange(group)}
          {version !== null && before !== null && version !== before && (
            <span className={styles.version}>
              in version {version}, previously {before}
            </span>
          )}
        </p>
        <ChangedValues group={group} />
        {places.length > 1 && <Places group={group} />}
        <TextLink className={styles.link} href={`${appPath(app.platform, app.external_id)}/changes`}>
          All changes of this app
        </TextLink>
      </div>
    </li>
  );
}

function ChangedValues({ group: { first } }: { readonly group: ChangeGroup }) {
  const values = shownValues(first);
  if (values === undefined) return null;
  const direction = textDirection(first.locale);
  return (
    <dl className={styles.values}>
      {values.before !== null && (
        <div className={styles.value}>
          <dt>{values.isPart ? "Removed" : "Before"}</dt>
          <dd dir={direction}>
            <del className={styles.before}>{values.before}</del>
          </dd>
        </div>
      )}
      {values.after !== null && (
        <div className={styles.value}>
          <dt>{values.isPart ? "Added" : "After"}</dt>
          <dd dir={direction}>
            <ins className={styles.after}>{values.after}</ins>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Places({ group: { first, places } }: { readonly group: ChangeGroup }) {
  const shown = places.slice(0, PLACES_SHOWN).map((place) => placeName(first, place));
  const more = places.length - shown.length;
  return (
    <p className={styles.places}>
      {shown.join(" · ")}
      {more > 0 && ` · and ${more} more`}
    </p>
  );
}
