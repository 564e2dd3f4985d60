import type { Data } from "../../client/operation-types.ts";
import { ShownOnce } from "../../components/shown-once.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { MailAddress } from "./mail-address.tsx";
import { webhookPath } from "./webhook.ts";
import { webhookFormats } from "./webhook-formats.ts";
import { describeTiming } from "./webhook-timing.ts";

type CreatedAlertProps = { readonly created: Data<"createWebhook">; readonly onClose: () => void };

/** The API returns the signing secret only once. It is null for chats and mailboxes, whose messages are not signed. */
export function CreatedAlert({ created, onClose }: CreatedAlertProps) {
  const { secret, format } = created;
  return (
    <ShownOnce secrets={secret === null ? [] : [{ name: "secret", text: secret }]} onClose={onClose}>
      The alert is created.{" "}
      {format === "email" && (
        <>
          <MailAddress webhook={created} />{" "}
        </>
      )}
      {secret === null
        ? `What happens from now on is sent to ${webhookFormats[format].name}, ${describeTiming(created)}. `
        : "What happens from now on is sent to the address. Copy its secret now, with which your program verifies " +
          "what it is sent: it is not shown again. "}
      <TextLink href={webhookPath(created)}>Open it in Settings</TextLink> to send a test, to change or to disable it.
    </ShownOnce>
  );
}
