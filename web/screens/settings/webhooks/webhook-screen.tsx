import { useState } from "react";
import { useParams } from "wouter";

import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { KeyValues } from "../../../components/key-values.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Screen } from "../../../components/screen.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { ButtonLink } from "../../../components/text-link.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { describeScope } from "../../../features/feeds/feed-scope.ts";
import type { Webhook } from "../../../features/webhooks/webhook.ts";
import { isChat, webhookFormats } from "../../../features/webhooks/webhook-formats.ts";
import { describeTiming } from "../../../features/webhooks/webhook-timing.ts";
import { SettingsTabs } from "../settings-tabs.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { ReplayForm } from "./replay-form.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookStatus } from "./webhook-status.tsx";
import { describeFilter } from "./webhook-texts.ts";
import { WebhooksView } from "./webhooks-view.tsx";

/** Attempts change the status of a webhook. */
const REREAD_MS = 15_000;

/** One webhook with what was sent to it. */
export function WebhookScreen() {
  const { webhookId } = useParams();
  const webhooks = useRead("listWebhooks", {}, { refetchInterval: () => REREAD_MS });
  const [secret, setSecret] = useState<string>();
  const webhook = webhooks.data?.data.find(({ id }) => String(id) === webhookId);
  return (
    <Screen
      title={webhook?.name ?? "Webhook"}
      lead={webhook && <bdi>{webhook.url}</bdi>}
      actions={webhook && <WebhookActions webhook={webhook} onSecret={setSecret} />}
    >
      <SettingsTabs />
      {secret !== undefined && (
        <Panel title="New secret">
          <ShownOnce secrets={[{ name: "secret", text: secret }]} onClose={() => setSecret(undefined)}>
            For 24 hours, deliveries are signed with the new secret and with the earlier one. Copy the new one now: it
            is not shown again.
          </ShownOnce>
        </Panel>
      )}
      <WebhooksView query={webhooks} isEmpty={() => webhook === undefined} empty={<NoSuchWebhook />}>
        {() => webhook !== undefined && <Shown webhook={webhook} />}
      </WebhooksView>
    </Screen>
  );
}

function NoSuchWebhook() {
  return (
    <EmptyState
      title="There is no such webhook"
      action={<ButtonLink href="/settings/webhooks">Show all webhooks</ButtonLink>}
    >
      It was deleted, or the address is wrong.
    </EmptyState>
  );
}

function Shown({ webhook }: { readonly webhook: Webhook }) {
  const signsUntil = webhook.previous_secret_until;
  return (
    <>
      <KeyValues
        items={[
          { name: "Status", value: <WebhookStatus webhook={webhook} /> },
          { name: "Sends to", value: webhookFormats[webhook.format].name },
          { name: "Events of", value: <bdi>{describeScope(webhook.scope)}</bdi> },
          { name: "Sends", value: describeFilter(webhook) },
          ...(isChat(webhook) ? [{ name: "Sent", value: describeTiming(webhook) }] : []),
          { name: "Last delivered", value: <TimeAgo at={webhook.last_delivered_at} /> },
          { name: "Created", value: <TimeAgo at={webhook.created_at} /> },
          ...(signsUntil === null ? [] : [{ name: "Earlier secret ends", value: <TimeAgo at={signsUntil} /> }]),
        ]}
      />
      <DeliveryList webhookId={webhook.id} />
      <Panel title="Send earlier events again">
        <ReplayForm webhookId={webhook.id} />
      </Panel>
    </>
  );
}
