import type { DueDelivery } from "../../db/queries/webhooks/claim-deliveries.ts";
import {
  CONFIRM_PATH,
  CONFIRMATION_HOURS,
  CONFIRMATION_TYPE,
  formatLinkSecret,
  UNSUBSCRIBE_PATH,
} from "../domain/mail.ts";
import type { MailTexts } from "./formats/mail.ts";
import type { SentMail } from "./sent-mail.ts";

type Addressed = {
  readonly delivery: DueDelivery;
  readonly from: string;
  /** Unix time. */
  readonly sentAt: number;
};

/** Returns the mail to the address of the endpoint's account. Each attempt of a delivery has the same id. */
export function mailRequest(texts: MailTexts, { delivery, from, sentAt }: Addressed): SentMail["mail"] {
  const { id, email, origin, endpoint_id } = delivery;
  const host = origin === null ? "shelfwatch.invalid" : new URL(origin).hostname;
  const secret = formatLinkSecret({ id: endpoint_id, secret: Buffer.from(delivery.secrets[0], "base64") });
  const leaving = `${origin ?? ""}${UNSUBSCRIBE_PATH}/${secret}`;
  const isLink = delivery.type === CONFIRMATION_TYPE;
  return {
    ...{ from, to: email, subject: texts.subject, date: sentAt, messageId: `<delivery-${id}@${host}>` },
    text: isLink
      ? texts.text
      : `${texts.text}\n\n-- \nYou asked Shelfwatch for these mails. To get none of them: ${leaving}`,
    // RFC 8058: mailboxes offer to leave the list with one click.
    headers: isLink
      ? {}
      : { "List-Unsubscribe": `<${leaving}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/** Returns the mail with the link that confirms an address, or undefined if the link is not valid any longer. */
export function confirmationTexts({ confirmation, origin, user_id, email }: DueDelivery): MailTexts | undefined {
  if (confirmation === null) return undefined;
  const secret = formatLinkSecret({ id: user_id, secret: Buffer.from(confirmation, "base64") });
  return {
    subject: "Confirm your address for alerts",
    text: [
      `Somebody, probably you, wants alerts of Shelfwatch to be sent to ${email}.`,
      `To confirm that, open this link within ${CONFIRMATION_HOURS} hours:\n${origin ?? ""}${CONFIRM_PATH}/${secret}`,
      "If it was not you, do nothing: no alerts are sent.",
    ].join("\n\n"),
  };
}
