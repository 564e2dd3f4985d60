import { UNSUBSCRIBE_PATH } from "../../lib/domain/mail.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofLink } from "../../lib/http/link-contract.ts";

export const unsubscribeContract = defineContract({
  ...ofLink,
  operation: "unsubscribe",
  summary: "End the mails of a webhook, as mailboxes do with one click (RFC 8058). The body is not read.",
  method: "POST",
  path: `${UNSUBSCRIBE_PATH}/{secret}`,
});
