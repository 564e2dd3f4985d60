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
  const { id, email, endpoint_id } = delivery;
  const origin = originOf(delivery);
  const secret = formatLinkSecret({ id: endpoint_id, secret: Buffer.from(delivery.secrets[0], "base64") });
  const leaving = `${origin}${UNSUBSCRIBE_PATH}/${secret}`;
  const isLink = delivery.type === CONFIRMATION_TYPE;
  return {
    ...{ from, to: email, subject: texts.subject, date: sentAt },
    messageId: `<delivery-${id}@${new URL(origin).hostname}>`,
    text: isLink
      ? texts.text
      : `${texts.text}\n\n-- \nYou asked Shelfwatch for these mails. To get none of them: ${leaving}`,
    // RFC 8058: mailboxes offer to unsubscribe with one click.
    headers: isLink
      ? {}
      : { "List-Unsubscribe": `<${leaving}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/** Returns the mail with the link that confirms an address, or undefined if the link is not valid any longer. */
export function confirmationTexts(delivery: DueDelivery): MailTexts | undefined {
  const { confirmation, user_id, email } = delivery;
  if (confirmation === null) return undefined;
  const secret = formatLinkSecret({ id: user_id, secret: Buffer.from(confirmation, "base64") });
  const link = `${originOf(delivery)}${CONFIRM_PATH}/${secret}`;
  return {
    subject: "Confirm your address for alerts",
    text: [
      `Somebody, probably you, wants alerts of Shelfwatch to be sent to ${email}.`,
      `To confirm that, open this link within ${CONFIRMATION_HOURS} hours:\n${link}`,
      "If it was not you, do nothing: no alerts are sent.",
    ].join("\n\n"),
  };
}

/** A constraint of the database requires an origin for endpoints of mail. */
function originOf({ origin }: DueDelivery): string {
  if (origin === null) throw new TypeError("A webhook that sends mail has no origin.");
  return origin;
}
