import { Suspense } from "react";

import type { Data } from "../../../../client/operation-types.ts";
import { Panel } from "../../../../components/panel.tsx";
import { storeTexts } from "../../../../features/listing/store-limits.ts";
import { LaterWordDiff } from "../../../../features/texts/later-word-diff.ts";
import type { Platform } from "../../../../format/app-path.ts";
import styles from "./differences.module.css";

type Pair<Value> = readonly [Value, Value];

type DiffFieldsProps = {
  readonly platform: Platform;
  readonly names: Pair<string>;
  readonly listings: Pair<Data<"showListing">>;
  readonly isSameText: boolean;
};

/** Equal texts share one line. Words are compared only if one text replaced the other. */
export function DiffFields({ platform, names, listings, isSameText }: DiffFieldsProps) {
  const [old, current] = listings;
  const fields = storeTexts[platform].map(({ field, name }) => ({
    field,
    name,
    texts: [old[field] ?? "", current[field] ?? ""] as const,
  }));
  const equal = fields.filter(({ texts: [before, after] }) => before === after && before !== "");
  const different = fields.filter(({ texts: [before, after] }) => before !== after);
  return (
    <>
      {different.map(({ field, name, texts }) => (
        <Panel key={field} title={name}>
          {isSameText ? (
            <Suspense fallback={<p>{texts[1]}</p>}>
              <LaterWordDiff before={texts[0]} after={texts[1]} language={current.locale} />
            </Suspense>
          ) : (
            <SideBySide names={names} texts={texts} languages={[old.locale, current.locale]} />
          )}
        </Panel>
      ))}
      {equal.length > 0 && (
        <details className={styles.equal}>
          <summary className={styles.summary}>The same in both: {equal.map(({ name }) => name).join(", ")}</summary>
          {equal.map(({ field, name, texts }) => (
            <section key={field}>
              <h3 className={styles.side}>{name}</h3>
              <p className={styles.text} lang={current.locale} dir="auto">
                {texts[0]}
              </p>
            </section>
          ))}
        </details>
      )}
    </>
  );
}

function SideBySide(props: {
  readonly names: Pair<string>;
  readonly texts: Pair<string>;
  readonly languages: Pair<string>;
}) {
  const { names, texts, languages } = props;
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
