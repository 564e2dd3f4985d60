import type { Data } from "../../../client/operation-types.ts";
import { useForm } from "../../../client/use-form.ts";
import { useWrite } from "../../../client/use-write.ts";
import { CheckField } from "../../../components/fields/check-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import type { EventType } from "../../../features/events/event.ts";
import { eventTypeNames, eventTypes } from "../../../features/events/event-type-names.ts";
import { ScopeFieldSet } from "../../../features/feeds/scope-field-set.tsx";
import styles from "../settings.module.css";
import { SettingsForm } from "../settings-form.tsx";
import { WEBHOOK_NAME_MAX, type Webhook } from "./webhook.ts";
import {
  changesOf,
  newWebhookFields,
  type WebhookFields,
  webhookFieldsOf,
  webhookOf,
  weightOptions,
} from "./webhook-fields.ts";

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
  const weight = form.field("min_weight");
  return (
    <SettingsForm form={form} submit={submit}>
      <TextField label="Name" maxLength={WEBHOOK_NAME_MAX} autoComplete="off" {...form.field("name")} />
      <TextField
        label="Address"
        type="url"
        hint="It begins with https. Events are sent to it as signed requests."
        autoComplete="off"
        {...form.field("url")}
      />
      <ScopeFieldSet
        kind={form.field("scope.kind")}
        app={form.field("scope.app")}
        view={form.field("scope.view_id")}
        own={webhook?.scope}
      />
      <SelectField
        label="Weight"
        hint="By what changed, and for how many people"
        options={weightOptions(weight.value)}
        {...weight}
      />
      <Types {...form.field("types")} />
    </SettingsForm>
  );
}

type TypesProps = {
  readonly value: readonly EventType[];
  readonly onChange: (types: readonly EventType[]) => void;
  readonly error: string | undefined;
};

function Types({ value, onChange, error }: TypesProps) {
  const choose = (type: EventType, isChosen: boolean) =>
    onChange(eventTypes.filter((one) => (one === type ? isChosen : value.includes(one))));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>Only these types. Without any, all are sent.</legend>
      {eventTypes.map((type) => (
        <CheckField
          key={type}
          label={eventTypeNames[type]}
          isChecked={value.includes(type)}
          onChange={(isChosen) => choose(type, isChosen)}
        />
      ))}
      {error !== undefined && <p className={styles.problem}>{error}</p>}
    </fieldset>
  );
}
