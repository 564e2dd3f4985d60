import { UNSUBSCRIBE_PATH } from "../../lib/domain/mail.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { ofLink } from "../../lib/http/link-contract.ts";

export const showUnsubscriptionContract = defineContract({
  ...ofLink,
  operation: "showUnsubscription",
  summary: "Show a page with the button that ends the mails of a webhook. Opening it changes nothing.",
  method: "GET",
  path: `${UNSUBSCRIBE_PATH}/{secret}`,
});
