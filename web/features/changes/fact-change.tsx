import { TextLink } from "../../components/text-link.tsx";
import { appTabPath } from "../../format/app-path.ts";
import { formatCount } from "../../format/numbers.ts";
import type { FactKey } from "../facts/fact.ts";
import { factDifference } from "../facts/fact-difference.ts";
import { entryText, type FactEntry } from "../facts/fact-entries.ts";
import { factNames } from "../facts/fact-names.ts";
import type { Change, ChangedApp } from "./change.ts";
import styles from "./fact-change.module.css";

const ENTRIES_SHOWN = 10;

type FactChangeProps = { readonly factKey: FactKey; readonly change: Change; readonly app: ChangedApp };

export function FactChange({ factKey, change, app }: FactChangeProps) {
  const difference = factDifference(factKey, change);
  if (difference === undefined) {
    return (
      <p className={styles.note}>
        This value is too long to be shown here.{" "}
        <TextLink
          href={appTabPath(app, "listing", { view: "facts", history: factKey })}
          label={`Show all values of ${factNames[factKey]}`}
        >
          Show all values
        </TextLink>
      </p>
    );
  }
  const { before, after, isPart } = difference;
  return (
    <dl className={styles.values}>
      {(before.length > 0 || !isPart) && (
        <Entries name={isPart ? "Removed" : "Before"} entries={before} Mark="del" className={styles.before} />
      )}
      {(after.length > 0 || !isPart) && (
        <Entries name={isPart ? "Added" : "After"} entries={after} Mark="ins" className={styles.after} />
      )}
    </dl>
  );
}

type EntriesProps = {
  readonly name: string;
  readonly entries: readonly FactEntry[];
  readonly Mark: "del" | "ins";
  readonly className: string | undefined;
};

function Entries({ name, entries, Mark, className }: EntriesProps) {
  const more = entries.length - ENTRIES_SHOWN;
  return (
    <div className={styles.value}>
      <dt className={styles.note}>{name}</dt>
      {entries.length === 0 && <dd className={styles.note}>None</dd>}
      {entries.slice(0, ENTRIES_SHOWN).map((entry) => (
        <dd key={entry.id} dir="auto">
          <Mark className={className}>{entryText(entry)}</Mark>
        </dd>
      ))}
      {more > 0 && <dd className={styles.note}>and {formatCount(more)} more</dd>}
    </div>
  );
}
