import { useState } from "react";

import type { Data, Input } from "../../../client/operation-types.ts";
import { INVALID_INPUT } from "../../../client/problem.ts";
import type { useWrite } from "../../../client/use-write.ts";
import { Sparkline } from "../../../components/sparkline.tsx";
import { EventFeed } from "../../../features/events/event-feed.tsx";
import { describePreview } from "../../../features/webhooks/preview-text.ts";
import { formatQuantity } from "../../../format/numbers.ts";
import styles from "../settings.module.css";

type WebhookPreviewProps = {
  readonly preview: ReturnType<typeof useWrite<"previewWebhook">>;
  /** The present fields of the form, as the preview request sends them. */
  readonly input: Input<"previewWebhook">;
  /** The fields beside which the form shows problems. */
  readonly fields: readonly string[];
};

/** Shows which events of the last days would have been sent, once there is a preview. */
export function WebhookPreview({ preview, input, fields }: WebhookPreviewProps) {
  const { data, error, variables } = preview;
  const isEarlier = data !== undefined && JSON.stringify(variables) !== JSON.stringify(input);
  const isBesideFields = error?.status === INVALID_INPUT && fields.some((field) => field in error.errors);
  return (
    <div className={styles.parts}>
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {isBesideFields ? "Nothing can be shown. Check the fields above." : error.detail}
        </p>
      )}
      <p role="status">{data !== undefined && describePreview(data.data)}</p>
      {isEarlier && <p className={styles.note}>You have changed the fields since. Show it again to see the effect.</p>}
      {data !== undefined && data.data.events_total > 0 && <Previewed preview={data.data} />}
    </div>
  );
}

function Previewed({ preview: { events_total, days, samples } }: { readonly preview: Data<"previewWebhook"> }) {
  const [openedId, setOpenedId] = useState<string>();
  return (
    <>
      <Sparkline
        name="Events a day"
        points={days.map(({ date, events }) => ({ date, value: events }))}
        format={(events) => formatQuantity(events, "event")}
      />
      {events_total > samples.length && <p className={styles.note}>The newest {samples.length} of them:</p>}
      <EventFeed events={samples} isByDay={false} openedId={openedId} onOpen={setOpenedId} marks={[]} />
    </>
  );
}
