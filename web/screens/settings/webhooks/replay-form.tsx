import { useState } from "react";

import { useForm } from "../../../client/use-form.ts";
import { useWrite } from "../../../client/use-write.ts";
import { DateField } from "../../../components/fields/date-field.tsx";
import { todayUtc } from "../../../format/days.ts";
import { formatQuantity } from "../../../format/numbers.ts";
import styles from "../settings.module.css";
import { SettingsForm } from "../settings-form.tsx";
import { newReplayFields, replayedPeriod } from "./replayed-period.ts";

/** Sends events of some days again, if they match the present settings of the webhook. */
export function ReplayForm({ webhookId }: { readonly webhookId: number }) {
  const [queued, setQueued] = useState<number>();
  const replay = useWrite("replayEvents", { refreshes: ["listDeliveries"] });
  const form = useForm(replay, newReplayFields(Date.now()), {
    inputOf: (fields) => ({ params: { webhook_id: webhookId }, body: replayedPeriod(fields, Date.now()) }),
    onSuccess: ({ data }) => setQueued(data.queued),
  });
  const today = todayUtc(Date.now());
  const isSaid = queued !== undefined && !form.isPending && form.problem === null;
  return (
    <SettingsForm
      form={form}
      submit="Replay"
      after={
        <span role="status" className={styles.note}>
          {isSaid && (queued === 0 ? "No event matches." : `${formatQuantity(queued, "event")} will be sent again.`)}
        </span>
      }
    >
      <p className={styles.note}>
        The events that were reported on these days and match the webhook as it is now are sent with the ids that they
        had. The days are in UTC, and at most seven.
      </p>
      <DateField label="First day" max={today} {...form.field("from")} />
      <DateField label="Last day" max={today} {...form.field("to")} />
    </SettingsForm>
  );
}
