import { useState } from "react";
import { flag } from "../../../client/codec.ts";
import type { Data } from "../../../client/operation-types.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { Button } from "../../../components/button.tsx";
import { DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Screen } from "../../../components/screen.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { describeScope } from "../../../features/feeds/feed-scope.ts";
import { type Webhook, webhookPath } from "../../../features/webhooks/webhook.ts";
import { webhookFormats } from "../../../features/webhooks/webhook-formats.ts";
import { SettingsTabs } from "../settings-tabs.tsx";
import { CreatedWebhook } from "./created-webhook.tsx";
import { NewWebhookForm } from "./webhook-form.tsx";
import { WebhookStatus } from "./webhook-status.tsx";
import { describeFilter } from "./webhook-texts.ts";
import { isWithoutWebhooks, WebhooksView } from "./webhooks-view.tsx";

/** The webhooks, whose secrets are shown when they are created. */
export function WebhooksScreen() {
  const [{ new: isNew }, set] = useQueryState({ new: flag() });
  const webhooks = useRead("listWebhooks", {});
  const [created, setCreated] = useState<Data<"createWebhook">>();
  const isOff = isWithoutWebhooks(webhooks);
  const close = () => {
    setCreated(undefined);
    set({ new: false }, { replace: true });
  };
  return (
    <Screen
      title="Webhooks"
      lead="A webhook is an address of a program or of a chat, to which events are sent soon after they are reported."
      actions={
        !isOff && (
          <Button
            variant="primary"
            isExpanded={isNew}
            onPress={() => {
              setCreated(undefined);
              set({ new: !isNew });
            }}
          >
            New webhook
          </Button>
        )
      }
    >
      <SettingsTabs />
      {created !== undefined && (
        <Panel title="New webhook">
          <CreatedWebhook created={created} onClose={close} />
        </Panel>
      )}
      {created === undefined && isNew && !isOff && (
        <Panel title="New webhook">
          <NewWebhookForm onCreated={setCreated} />
        </Panel>
      )}
      <WebhooksView
        query={webhooks}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title="There is no webhook">Create one, and send a test to your receiver.</EmptyState>}
      >
        {(all) => <WebhookTable webhooks={all} />}
      </WebhooksView>
    </Screen>
  );
}

function formatOf({ format }: Webhook): string {
  return webhookFormats[format].name;
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <DataTable<Webhook>
      caption="Webhooks"
      columns={[
        {
          key: "name",
          name: "Name",
          render: (webhook) => (
            <TextLink href={webhookPath(webhook)}>
              <bdi>{webhook.name}</bdi>
            </TextLink>
          ),
        },
        { key: "format", name: "Sends to", render: formatOf, csv: formatOf },
        { key: "url", name: "Address", render: ({ url }) => <bdi>{url}</bdi>, csv: ({ url }) => url },
        {
          key: "scope",
          name: "Events of",
          render: ({ scope }) => <bdi>{describeScope(scope)}</bdi>,
          csv: ({ scope }) => describeScope(scope),
        },
        { key: "filter", name: "Sends", render: describeFilter, csv: describeFilter },
        { key: "status", name: "Status", render: (webhook) => <WebhookStatus webhook={webhook} /> },
        { key: "delivered", name: "Last delivered", render: ({ last_delivered_at: at }) => <TimeAgo at={at} /> },
      ]}
      rows={webhooks}
      rowKey={({ id }) => id}
    />
  );
}
