import { Suspense } from "react";

import type { Data } from "../../../client/operation-types.ts";
import { Badge } from "../../../components/badge.tsx";
import { lazyComponent } from "../../../components/lazy-component.ts";
import { Panel } from "../../../components/panel.tsx";
import { storeTexts } from "../../../features/listing/store-limits.ts";
import type { Platform } from "../../../format/app-path.ts";
import styles from "./diff-tab.module.css";

type Pair<Value> = readonly [Value, Value];

type DiffFieldsProps = {
  readonly platform: Platform;
  readonly names: Pair<string>;
  readonly listings: Pair<Data<"showListing">>;
  readonly isSameText: boolean;
};

const WordDiff = lazyComponent(async () => (await import("../../../features/texts/word-diff.tsx")).WordDiff);

/** Words are compared only if one text replaced the other. */
export function DiffFields({ platform, names, listings, isSameText }: DiffFieldsProps) {
  const [old, current] = listings;
  return storeTexts[platform].map(({ field, name }) => {
    const pair: Pair<string> = [old[field] ?? "", current[field] ?? ""];
    if (pair[0] === "" && pair[1] === "") return null;
    const isEqual = pair[0] === pair[1];
    return (
      <Panel key={field} title={name} actions={isEqual ? <Badge>Equal</Badge> : <Badge tone="accent">Differs</Badge>}>
        {isSameText && !isEqual ? (
          <Suspense fallback={<p>{pair[1]}</p>}>
            <WordDiff before={pair[0]} after={pair[1]} language={current.locale} />
          </Suspense>
        ) : (
          <SideBySide names={names} texts={pair} languages={[old.locale, current.locale]} isEqual={isEqual} />
        )}
      </Panel>
    );
  });
}

function SideBySide(props: {
  readonly names: Pair<string>;
  readonly texts: Pair<string>;
  readonly languages: Pair<string>;
  readonly isEqual: boolean;
}) {
  const { names, texts, languages, isEqual } = props;
  if (isEqual) {
    return (
      <details>
        <summary className={styles.summary}>The same in both</summary>
        <p className={styles.text}>{texts[0]}</p>
      </details>
    );
  }
  return (
    <div className={styles.sides}>
      {([0, 1] as const).map((side) => (
        <div key={side}>
          <h3 className={styles.side}>{names[side]}</h3>
          <p className={styles.text} lang={languages[side]} dir="auto">
            {texts[side] === "" ? "None" : texts[side]}
          </p>
        </div>
      ))}
    </div>
  );
}
