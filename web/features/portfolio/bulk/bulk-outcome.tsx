import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { formatQuantity } from "../../../format/numbers.ts";
import type { PortfolioApp } from "../portfolio-app.ts";
import styles from "./bulk-bar.module.css";
import type { BulkResult } from "./run-bulk.ts";

const FAILURES_SHOWN = 10;

type BulkOutcomeProps = {
  readonly done: string;
  readonly result: BulkResult<PortfolioApp>;
  readonly onClose: () => void;
};

/** Shows the apps for which the action succeeded, failed (with the reason) or was not sent. */
export function BulkOutcome({ done, result, onClose }: BulkOutcomeProps) {
  const { failed, left, reason } = result;
  const isWhole = failed.length === 0 && left.length === 0;
  const shown = failed.slice(0, FAILURES_SHOWN);
  return (
    <Notice
      kind={isWhole ? "positive" : "warning"}
      action={
        <Button size="small" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p>
        {formatQuantity(result.done.length, "app is", "apps are")} {done}.
      </p>
      {left.length > 0 && (
        <p>
          Nothing was sent for {formatQuantity(left.length, "app")}, which {left.length === 1 ? "is" : "are"} still
          selected. {reason}
        </p>
      )}
      {shown.length > 0 && (
        <ul className={styles.failures}>
          {shown.map(({ app, detail }) => (
            <li key={app.id}>
              <bdi>{app.name}</bdi>: {detail}
            </li>
          ))}
          {failed.length > shown.length && <li>And {failed.length - shown.length} more.</li>}
        </ul>
      )}
    </Notice>
  );
}
