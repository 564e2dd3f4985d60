import type { Data } from "../../client/operation-types.ts";
import { Badge } from "../../components/badge.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import styles from "./sync-state.module.css";

type SyncStateProps = { readonly app: Pick<Data<"listApps">[number], "is_available" | "sync_status"> };

export function SyncState({ app: { is_available, sync_status } }: SyncStateProps) {
  const { status, progress, error_message, next_retry_at } = sync_status;
  if (status === "processing")
    return (
      <div className={styles.progress}>
        <ProgressBar
          label="Syncing"
          value={progress.done}
          max={progress.total}
          valueText={`${progress.done} of ${progress.total}`}
        />
      </div>
    );
  if (status === "queued") return <Badge tone="accent">Queued</Badge>;
  if (status === "failed")
    return (
      <span className={styles.failed}>
        <Badge tone="negative">Failed</Badge>
        {error_message}
      </span>
    );
  if (!is_available) return <Badge tone="warning">No longer in the store</Badge>;
  if (next_retry_at !== null)
    return (
      <span className={styles.failed}>
        <Badge tone="warning">Some items failed</Badge>
        <span>
          Next attempt <TimeAgo at={next_retry_at} />
        </span>
      </span>
    );
  return status === "completed" ? <Badge tone="positive">Complete</Badge> : <Badge>Not synced yet</Badge>;
}
