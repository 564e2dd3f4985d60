import type { Data } from "../../client/operation-types.ts";
import { Count } from "../../components/count.tsx";
import { classNames } from "../../format/class-names.ts";
import styles from "./home-screen.module.css";

type Counted = Pick<
  Data<"showDashboard">,
  "total_apps" | "total_competitors" | "total_versions" | "total_changes" | "total_failed_syncs"
>;

export function HomeCounts({ dashboard }: { readonly dashboard: Counted }) {
  const counts = [
    { name: "Tracked apps", value: dashboard.total_apps },
    { name: "Competitors", value: dashboard.total_competitors },
    { name: "Versions seen", value: dashboard.total_versions },
    { name: "Changes", value: dashboard.total_changes },
    { name: "Failed syncs", value: dashboard.total_failed_syncs, isBad: dashboard.total_failed_syncs > 0 },
  ];
  return (
    <dl className={styles.counts} aria-label="Totals">
      {counts.map(({ name, value, isBad = false }) => (
        <div key={name} className={styles.count}>
          <dt className={styles.name}>{name}</dt>
          <dd className={classNames(styles.number, isBad && styles.bad)}>
            <Count value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
