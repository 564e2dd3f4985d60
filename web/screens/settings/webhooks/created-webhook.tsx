import type { Data } from "../../../client/operation-types.ts";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { MailAddress } from "../../../features/webhooks/mail-address.tsx";

type CreatedWebhookProps = { readonly created: Data<"createWebhook">; readonly onClose: () => void };

/** Shows the secret of a new webhook, or says that it has none. */
export function CreatedWebhook({ created, onClose }: CreatedWebhookProps) {
  const { format, name, secret } = created;
  if (format === "email") {
    return (
      <ShownOnce secrets={[]} onClose={onClose}>
        The webhook <strong>{name}</strong> is created. <MailAddress webhook={created} />
      </ShownOnce>
    );
  }
  if (secret === null) {
    return (
      <ShownOnce secrets={[]} onClose={onClose}>
        The webhook <strong>{name}</strong> is created. It needs no secret: whoever knows the address can write to the
        chat, so most of the address is not shown again.
      </ShownOnce>
    );
  }
  return (
    <ShownOnce secrets={[{ name: "secret", text: secret }]} onClose={onClose}>
      The webhook <strong>{name}</strong> is created. Copy its secret now, with which your receiver verifies what it is
      sent: it is not shown again.
    </ShownOnce>
  );
}
