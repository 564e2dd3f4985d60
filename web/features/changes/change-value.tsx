import { AppIcon } from "../../components/app-icon.tsx";
import { Badge } from "../../components/badge.tsx";
import { textDirection } from "../../format/text-direction.ts";
import { isFactKey } from "../facts/fact-names.ts";
import { Picture } from "../listing/picture.tsx";
import { PictureStrips } from "../listing/picture-strips.tsx";
import type { Change, ChangedApp } from "./change.ts";
import { readShots } from "./change-texts.ts";
import styles from "./change-value.module.css";
import { FactChange } from "./fact-change.tsx";

type ChangeValueProps = { readonly change: Change; readonly app: ChangedApp };

export function ChangeValue({ change, app }: ChangeValueProps) {
  const { old_value: before, new_value: after } = change;
  switch (change.field_changed) {
    case "icon_url":
      return <IconChange before={before} after={after} name={app.name} />;
    case "screenshots":
      return <ShotsChange before={before} after={after} />;
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
      if (isFactKey(change.field_changed))
        return <FactChange factKey={change.field_changed} change={change} app={app} />;
      return <TextChange change={change} />;
  }
}

type IconChangeProps = { readonly before: string | null; readonly after: string | null; readonly name: string };

function IconChange({ before, after, name }: IconChangeProps) {
  return (
    <div className={styles.icons}>
      <AppIcon url={before} name={name} size="large" />
      <span aria-hidden="true">→</span>
      <AppIcon url={after} name={name} size="large" />
      <span className={styles.hidden}>The icon was replaced.</span>
    </div>
  );
}

function ShotsChange({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  const [old, current] = [readShots(before), readShots(after)];
  if (old === undefined || current === undefined) return <p>The screenshots were replaced.</p>;
  return <PictureStrips before={old.map(({ url }) => url)} after={current.map(({ url }) => url)} />;
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
