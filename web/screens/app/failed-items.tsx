import { Notice } from "../../components/notice.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import styles from "./failed-items.module.css";
import { describeFailedItem, type SyncStatus } from "./sync-labels.ts";

export function FailedItems({ items }: { readonly items: SyncStatus["failed_items"] }) {
  if (items.length === 0) return null;
  return (
    <Notice kind="warning">
      <details>
        <summary className={styles.summary}>
          {items.length === 1 ? "One item" : `${items.length} items`} could not be read. All others are shown.
        </summary>
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={`${item.phase} ${item.country_code} ${item.locale}`}>
              {describeFailedItem(item)}. {item.next_retry_at === null ? "The next sync retries it." : "Next attempt "}
              {item.next_retry_at !== null && <TimeAgo at={item.next_retry_at} />}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
