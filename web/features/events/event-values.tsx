import { Suspense } from "react";

import { AppIcon } from "../../components/app-icon.tsx";
import { textDirection } from "../../format/text-direction.ts";
import { PictureStrips } from "../listing/picture-strips.tsx";
import { LaterWordDiff } from "../texts/later-word-diff.ts";
import type { Event } from "./event.ts";
import { type ShownValues, shownValues } from "./event-texts.ts";
import styles from "./event-values.module.css";

export function EventValues({ event }: { readonly event: Event }) {
  const shown = shownValues(event);
  switch (shown.kind) {
    case "none":
      return null;
    case "note":
      return <p className={styles.note}>{shown.text}</p>;
    case "text":
      return (
        <p className={styles.text} dir="auto">
          {shown.text}
        </p>
      );
    case "words":
      return (
        <div className={styles.words}>
          <Suspense fallback={<p>{shown.after}</p>}>
            <LaterWordDiff before={shown.before} after={shown.after} language={shown.language} isShort />
          </Suspense>
        </div>
      );
    case "pair":
      return <Pair values={shown} locale={event.data.locale} />;
    case "icons":
      return <Icons before={shown.before} after={shown.after} name={event.app.name} />;
    case "pictures":
      return <PictureStrips before={shown.before} after={shown.after} />;
  }
}

type PairProps = {
  readonly values: Extract<ShownValues, { readonly kind: "pair" }>;
  readonly locale: string | null;
};

function Pair({ values: { before, after, isPart }, locale }: PairProps) {
  const direction = textDirection(locale);
  const language = locale ?? undefined;
  return (
    <dl className={styles.values}>
      {before !== null && (
        <div className={styles.value}>
          <dt>{isPart ? "Removed" : "Before"}</dt>
          <dd dir={direction} lang={language}>
            <del className={styles.before}>{before}</del>
          </dd>
        </div>
      )}
      {after !== null && (
        <div className={styles.value}>
          <dt>{isPart ? "Added" : "After"}</dt>
          <dd dir={direction} lang={language}>
            <ins className={styles.after}>{after}</ins>
          </dd>
        </div>
      )}
    </dl>
  );
}

type IconsProps = { readonly before: readonly string[]; readonly after: readonly string[]; readonly name: string };

function Icons({ before, after, name }: IconsProps) {
  return (
    <div className={styles.icons}>
      <AppIcon url={before[0] ?? null} name={name} size="large" />
      <span aria-hidden="true">→</span>
      <AppIcon url={after[0] ?? null} name={name} size="large" />
    </div>
  );
}
