import { FirstRows } from "../../../../components/first-rows.tsx";
import { TextLink } from "../../../../components/text-link.tsx";
import type { FactContent } from "../../../../features/facts/fact.ts";
import { type FactEntry, factEntries } from "../../../../features/facts/fact-entries.ts";
import { Picture } from "../../../../features/listing/picture.tsx";
import styles from "./fact-value.module.css";

const ENTRIES_AT_FIRST = 12;

export function FactValue({ fact }: { readonly fact: FactContent }) {
  const entries = factEntries(fact);
  const [first, ...others] = entries;
  if (first === undefined) return <span className={styles.none}>None</span>;
  if (fact.key === "feature_graphic") return <Picture url={first.text} text="Feature graphic" size="wide" />;
  if (others.length === 0) return <Entry entry={first} />;
  const areNames = entries.every(({ detail, href }) => detail === undefined && href === undefined);
  return (
    <div className={styles.entries}>
      <FirstRows rows={entries} first={ENTRIES_AT_FIRST} plural="entries">
        {(shown) => (
          <ul className={areNames ? styles.names : styles.lines}>
            {shown.map((entry) => (
              <li key={entry.id}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </div>
  );
}

function Entry({ entry: { text, detail, href } }: { readonly entry: FactEntry }) {
  return (
    <span className={styles.entry}>
      {href === undefined ? <bdi>{text}</bdi> : <TextLink href={href}>{text}</TextLink>}
      {detail !== undefined && <bdi className={styles.detail}>{detail}</bdi>}
    </span>
  );
}
