import { useEffect, useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { NOT_FOUND, type Problem } from "../../client/problem.ts";
import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { SegmentField } from "../../components/fields/segment-field.tsx";
import { KeyValues } from "../../components/key-values.tsx";
import { describeScope } from "../feeds/feed-scope.ts";
import { AddressField } from "./address-field.tsx";
import { type Alert, describeAlert, fieldsOfAlert, newAlertFields } from "./alert.ts";
import styles from "./alert-form.module.css";
import { CreatedAlert } from "./created-alert.tsx";
import { NoWebhooks } from "./no-webhooks.tsx";
import { describePreview } from "./preview-text.ts";
import { TimingFieldSet } from "./timing-field-set.tsx";
import { sentEventsOf, webhookOf } from "./webhook-fields.ts";
import { byEffort, formatOptions, webhookFormats } from "./webhook-formats.ts";

type AlertFormProps = { readonly alert: Alert; readonly onClose: () => void };

/** Describes the alert, and lets the user choose its receiver. */
export function AlertForm({ alert, onClose }: AlertFormProps) {
  const [destinations] = useState(() => byEffort(formatOptions()));
  const [created, setCreated] = useState<Data<"createWebhook">>();
  const create = useWrite("createWebhook", { refreshes: ["listWebhooks"] });
  const form = useForm(create, newAlertFields(destinations[0]?.id ?? "standard"), {
    inputOf: (chosen) => ({ body: webhookOf(fieldsOfAlert(alert, chosen)) }),
    onSuccess: ({ data }) => setCreated(data),
  });
  const preview = usePreview(sentEventsOf(fieldsOfAlert(alert, form.values)));
  if (preview.error?.status === NOT_FOUND) return <NoWebhooks />;
  if (created !== undefined) return <CreatedAlert created={created} onClose={onClose} />;
  const { value: format, onChange: choose } = form.field("format");
  const isBeside = webhookFormats[format].address !== null && form.problem?.errors.url !== undefined;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <KeyValues
        items={[
          { name: "Tells of", value: <bdi>{describeScope(alert.scope)}</bdi> },
          { name: "What", value: describeAlert(alert) },
        ]}
      />
      <p role="status">
        {preview.isPending && "Counting the events of the last 30 days…"}
        {preview.data !== undefined && describePreview(preview.data.data)}
        {preview.error !== null && textOf(preview.error)}
      </p>
      {alert.cautions.length > 0 && (
        <p className={styles.note}>
          {alert.cautions.join(" ")} For all that “Changes” shows, save it as a view, and get alerts there.
        </p>
      )}
      <SegmentField label="Send to" value={format} onChange={choose} options={destinations} />
      <AddressField format={format} {...form.field("url")} />
      <TimingFieldSet format={format} timing={form.field("timing")} hour={form.field("digest_hour")} />
      {form.problem !== null && !isBeside && (
        <p role="alert" className={styles.problem}>
          {textOf(form.problem)}
        </p>
      )}
      <div>
        <Button type="submit" variant="primary" isPending={form.isPending}>
          Create alert
        </Button>
      </div>
    </form>
  );
}

/** Counts what would have been sent, once for the same events. */
function usePreview(sent: ReturnType<typeof sentEventsOf>) {
  const preview = useWrite("previewWebhook");
  const { mutate } = preview;
  const text = JSON.stringify(sent);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the events differ if their text does
  useEffect(() => mutate({ body: sent }), [mutate, text]);
  return preview;
}

function textOf({ errors, detail }: Problem): string {
  return Object.values(errors)[0]?.[0] ?? detail;
}
