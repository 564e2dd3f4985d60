import { Badge } from "../../../components/badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { MailAddress } from "../../../features/webhooks/mail-address.tsx";
import type { Webhook } from "../../../features/webhooks/webhook.ts";
import { whyDisabled } from "./webhook-texts.ts";

export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const reason = whyDisabled(webhook);
  if (reason !== undefined) {
    return (
      <>
        <Badge tone="warning">Disabled</Badge> <span>{reason}</span>
      </>
    );
  }
  if (webhook.is_confirmed === false) {
    return (
      <>
        <Badge tone="warning">Not confirmed</Badge>{" "}
        <span>
          <MailAddress webhook={webhook} />
        </span>
      </>
    );
  }
  if (webhook.failing_since === null) return <Badge tone="positive">Enabled</Badge>;
  return (
    <>
      <Badge tone="negative">Failing</Badge>{" "}
      <span>
        The first attempt failed <TimeAgo at={webhook.failing_since} />.
      </span>
    </>
  );
}
