import * as z from "zod";

import { linkSecretSchema, UNSUBSCRIBE_PATH } from "../../lib/domain/mail.ts";
import { defineContract, LINK_PREFIX } from "../../lib/http/contract.ts";

export const showUnsubscriptionContract = defineContract({
  operation: "showUnsubscription",
  summary: "Show a page with the button that ends the mails of a webhook. Opening it changes nothing.",
  tag: "webhooks",
  method: "GET",
  prefix: LINK_PREFIX,
  path: `${UNSUBSCRIBE_PATH}/{secret}`,
  access: "link",
  rateLimit: "link",
  params: () => z.object({ secret: linkSecretSchema() }),
  success: { status: 200, document: true },
  caching: "none",
  failures: ["not_found"],
});
