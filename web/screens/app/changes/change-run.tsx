import { Badge } from "../../../components/badge.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { addDays, utcDay } from "../../../format/days.ts";
import { localeName } from "../../../format/locale-names.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { Change, ChangeGroup, ChangeRun } from "./change-groups.ts";
import styles from "./change-run.module.css";
import { describeOthers, headlineOf, mainFirst, placeOf } from "./change-texts.ts";
import { ChangeValue } from "./change-value.tsx";

export function RunOfChanges({ run }: { readonly run: ChangeRun }) {
  return (
    <li className={styles.run}>
      <p className={styles.when}>
        <TimeAgo at={run.at} />
        {run.version !== null && <Badge>Version {run.version}</Badge>}
      </p>
      {run.groups.map((group) => (
        <Group key={group.field} group={group} />
      ))}
    </li>
  );
}

function Group({ group }: { readonly group: ChangeGroup }) {
  const [first, ...others] = mainFirst(group.changes);
  return (
    <div className={styles.group}>
      <h4>{headlineOf(group)}</h4>
      {first !== undefined && <Changes changes={[first]} />}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary className={styles.summary}>{describeOthers(others)}</summary>
          <Changes changes={others} />
        </details>
      )}
    </div>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.id} className={styles.change}>
          <span className={styles.place}>
            {placeOf(change)} <DiffLink change={change} />
          </span>
          <ChangeValue change={change} />
        </li>
      ))}
    </ul>
  );
}

function DiffLink({ change: { locale, field_changed: field, detected_at: at } }: { readonly change: Change }) {
  const { href } = useAppFrame();
  if (locale === null || field === "locale_added" || field === "locale_removed") return null;
  const day = utcDay(at);
  const search = new URLSearchParams({ locale, from: addDays(day, -1), to: day });
  return (
    <TextLink href={href("diff", search.toString())} label={`Compare both days in ${localeName(locale)}`}>
      Compare
    </TextLink>
  );
}
