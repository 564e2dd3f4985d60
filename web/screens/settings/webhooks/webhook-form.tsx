import type { Data } from "../../../client/operation-types.ts";
import { useForm } from "../../../client/use-form.ts";
import { useWrite } from "../../../client/use-write.ts";
import { Button } from "../../../components/button.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { eventTypeNames, eventTypes } from "../../../features/events/event-type-names.ts";
import { ScopeFieldSet } from "../../../features/feeds/scope-field-set.tsx";
import { AddressField } from "../../../features/webhooks/address-field.tsx";
import { TimingFieldSet } from "../../../features/webhooks/timing-field-set.tsx";
import { WEBHOOK_NAME_MAX, type Webhook } from "../../../features/webhooks/webhook.ts";
import {
  changesOf,
  newWebhookFields,
  sentEventsOf,
  type WebhookFields,
  webhookFieldsOf,
  webhookOf,
  weightOptions,
} from "../../../features/webhooks/webhook-fields.ts";
import { formatOptions, isChat } from "../../../features/webhooks/webhook-formats.ts";
import styles from "../settings.module.css";
import { SettingsForm } from "../settings-form.tsx";
import { CheckSet } from "./check-set.tsx";
import { FilterFieldSet } from "./filter-field-set.tsx";
import { WebhookPreview } from "./webhook-preview.tsx";

const typeOptions = eventTypes.map((id) => ({ id, name: eventTypeNames[id] }));

type NewWebhookFormProps = { readonly onCreated: (created: Data<"createWebhook">) => void };

export function NewWebhookForm({ onCreated }: NewWebhookFormProps) {
  const create = useWrite("createWebhook", { refreshes: ["listWebhooks"] });
  const form = useForm(create, newWebhookFields, {
    inputOf: (fields) => ({ body: webhookOf(fields) }),
    onSuccess: ({ data }) => onCreated(data),
  });
  return <WebhookForm form={form} submit="Create the webhook" webhook={undefined} />;
}

type ChangedWebhookFormProps = { readonly webhook: Webhook; readonly onSaved: () => void };

export function ChangedWebhookForm({ webhook, onSaved }: ChangedWebhookFormProps) {
  const update = useWrite("updateWebhook", { refreshes: ["listWebhooks"] });
  const form = useForm(update, webhookFieldsOf(webhook), {
    inputOf: (fields) => ({ params: { webhook_id: webhook.id }, body: changesOf(fields, webhook) }),
    onSuccess: onSaved,
  });
  return <WebhookForm form={form} submit="Save" webhook={webhook} />;
}

type WebhookFormProps = {
  readonly form: ReturnType<typeof useForm<WebhookFields, never, unknown>>;
  readonly submit: string;
  readonly webhook: Webhook | undefined;
};

function WebhookForm({ form, submit, webhook }: WebhookFormProps) {
  const preview = useWrite("previewWebhook");
  const { values } = form;
  // The service rejects a preview for the same reasons as a webhook.
  const field = <Name extends keyof WebhookFields>(name: Name) => {
    const bound = form.field(name);
    return { ...bound, error: bound.error ?? preview.error?.errors[name]?.[0] };
  };
  const weight = field("min_weight");
  const input = { body: sentEventsOf(values) };
  const look = (
    <Button isPending={preview.isPending} onPress={() => preview.mutate(input)}>
      Show what it would have sent
    </Button>
  );
  return (
    <div className={styles.parts}>
      <SettingsForm form={form} submit={submit} after={look}>
        <TextField label="Name" maxLength={WEBHOOK_NAME_MAX} autoComplete="off" {...field("name")} />
        {webhook === undefined && <SelectField label="Send to" options={formatOptions()} {...field("format")} />}
        <AddressField
          format={values.format}
          shown={webhook !== undefined && isChat(webhook) ? webhook.url : undefined}
          {...field("url")}
        />
        <TimingFieldSet format={values.format} timing={field("timing")} hour={field("digest_hour")} />
        <ScopeFieldSet
          kind={field("scope.kind")}
          app={field("scope.app")}
          view={field("scope.view_id")}
          own={webhook?.scope}
        />
        <SelectField
          label="Weight"
          hint="By what changed, and for how many people"
          options={weightOptions(weight.value)}
          {...weight}
        />
        <CheckSet legend="Only these types. Without any, all are sent." options={typeOptions} {...field("types")} />
        <FilterFieldSet values={values} field={field} />
      </SettingsForm>
      <WebhookPreview preview={preview} input={input} fields={Object.keys(values)} />
    </div>
  );
}
