import { Notice } from "../../components/notice.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import type { ReadResult } from "../../components/query-view.tsx";
import { StaleNotice } from "../../components/stale-notice.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatInstant } from "../../format/times.ts";
import {
  describeFailedItem,
  describeProgress,
  describeStep,
  describeUnread,
  isUnderWay,
  type SyncStatus,
} from "./sync-labels.ts";
import styles from "./sync-panel.module.css";

export function SyncPanel({ query }: { readonly query: ReadResult<{ readonly data: SyncStatus }> }) {
  return (
    <>
      {query.error !== null && (
        <StaleNotice problem={query.error} retry={query.refetch} isRetrying={query.isFetching} />
      )}
      {query.data !== undefined && <SyncState sync={query.data.data} />}
    </>
  );
}

function SyncState({ sync }: { readonly sync: SyncStatus }) {
  if (isUnderWay(sync)) return <Progress sync={sync} />;
  if (sync.status === "failed") {
    return (
      <Notice kind="negative">
        The last sync failed: {sync.error_message ?? "the store did not respond"}
        {sync.next_retry_at === null ? "." : `. Next attempt ${formatInstant(sync.next_retry_at)}.`}
      </Notice>
    );
  }
  if (sync.status === null) {
    return <Notice>This app was never synced. Track it or sync it now to fill this page.</Notice>;
  }
  const unread = describeUnread(sync);
  return (
    <>
      {unread !== "" && <Notice>{unread}</Notice>}
      <FailedItems items={sync.failed_items} />
    </>
  );
}

function Progress({ sync }: { readonly sync: SyncStatus }) {
  const { progress, starts_at: startsAt } = sync;
  if (startsAt !== null) {
    return <Notice>The next sync starts {formatInstant(startsAt)}, ten minutes after the last one.</Notice>;
  }
  return (
    <>
      <ProgressBar
        label={`Syncing: ${describeStep(sync)}`}
        value={progress.total === 0 ? undefined : progress.done}
        max={progress.total}
        valueText={progress.total === 0 ? undefined : `${progress.done} of ${progress.total} items`}
      />
      <p className={styles.progress}>{describeProgress(sync)}</p>
      <FailedItems items={sync.failed_items} />
    </>
  );
}

function FailedItems({ items }: { readonly items: SyncStatus["failed_items"] }) {
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
