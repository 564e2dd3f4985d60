import { AppIcon } from "../../../components/app-icon.tsx";
import { Badge } from "../../../components/badge.tsx";
import { isFactKey } from "../../../features/facts/fact-names.ts";
import { Picture } from "../../../features/listing/picture.tsx";
import { textDirection } from "../../../format/text-direction.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { Change } from "./change-groups.ts";
import styles from "./change-value.module.css";
import { FactChange } from "./fact-change.tsx";
import { ShotStrip } from "./shot-strip.tsx";

export function ChangeValue({ change }: { readonly change: Change }) {
  const { old_value: before, new_value: after } = change;
  switch (change.field_changed) {
    case "icon_url":
      return <IconChange before={before} after={after} />;
    case "screenshots":
      return <ShotStrip before={before} after={after} />;
    case "availability":
      return after === "available" ? (
        <Badge tone="positive">Available again</Badge>
      ) : (
        <Badge tone="negative">No longer available</Badge>
      );
    case "locale_added":
      return <bdi>{after}</bdi>;
    case "locale_removed":
      return (
        <del className={styles.before}>
          <bdi>{before}</bdi>
        </del>
      );
    case "feature_graphic":
      return <PictureChange before={before} after={after} />;
    default:
      if (isFactKey(change.field_changed)) return <FactChange factKey={change.field_changed} change={change} />;
      return <TextChange change={change} />;
  }
}

function IconChange({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  const { app } = useAppFrame();
  return (
    <div className={styles.icons}>
      <AppIcon url={before} name={app.name} size="large" />
      <span aria-hidden="true">→</span>
      <AppIcon url={after} name={app.name} size="large" />
      <span className={styles.hidden}>The icon was replaced.</span>
    </div>
  );
}

function PictureChange({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  return (
    <div className={styles.pictures}>
      {before === null ? (
        <span className={styles.none}>None before</span>
      ) : (
        <Picture url={before} text="Before" size="wide" />
      )}
      {after === null ? (
        <span className={styles.none}>None after</span>
      ) : (
        <Picture url={after} text="After" size="wide" />
      )}
    </div>
  );
}

function TextChange({ change }: { readonly change: Change }) {
  const { old_value: before, new_value: after, is_cut: isCut, locale } = change;
  const direction = textDirection(locale);
  return (
    <div className={styles.texts}>
      {before === null || before === "" ? (
        <span className={styles.none}>No previous text</span>
      ) : (
        <del className={styles.before} dir={direction}>
          {before}
        </del>
      )}
      {after === null || after === "" ? (
        <span className={styles.none}>No new text</span>
      ) : (
        <ins className={styles.after} dir={direction}>
          {after}
        </ins>
      )}
      {isCut && <span className={styles.none}>Only the beginning is shown.</span>}
    </div>
  );
}
