import { TextLink } from "../../components/text-link.tsx";
import { appTabPath } from "../../format/app-path.ts";
import { addDays, utcDay } from "../../format/days.ts";
import { localeName } from "../../format/locale-names.ts";
import type { Change, ChangedApp } from "./change.ts";
import styles from "./change-rows.module.css";
import { describeOthers, mainFirst, placeOf } from "./change-texts.ts";
import { ChangeValue } from "./change-value.tsx";

type ChangeRowsProps = { readonly changes: readonly Change[]; readonly app: ChangedApp };

/** Shows changes of one field: the one that most readers understand, and the others collapsed. */
export function ChangeRows({ changes, app }: ChangeRowsProps) {
  const [first, ...others] = mainFirst(changes);
  return (
    <>
      {first !== undefined && <Rows changes={[first]} app={app} />}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary className={styles.summary}>{describeOthers(others)}</summary>
          <Rows changes={others} app={app} />
        </details>
      )}
    </>
  );
}

function Rows({ changes, app }: ChangeRowsProps) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id} className={styles.change}>
          <span className={styles.place}>
            {placeOf(change)} <DiffLink change={change} app={app} />
          </span>
          <ChangeValue change={change} app={app} />
        </li>
      ))}
    </ul>
  );
}

type DiffLinkProps = { readonly change: Change; readonly app: ChangedApp };

function DiffLink({ change: { locale, field_changed: field, detected_at: at }, app }: DiffLinkProps) {
  if (locale === null || field === "locale_added" || field === "locale_removed") return null;
  const day = utcDay(at);
  const search = { view: "differences", locale, before: addDays(day, -1), at: day };
  return (
    <TextLink href={appTabPath(app, "listing", search)} label={`Compare both days in ${localeName(locale)}`}>
      Compare
    </TextLink>
  );
}
