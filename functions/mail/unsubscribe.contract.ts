import * as z from "zod";

import { linkSecretSchema, UNSUBSCRIBE_PATH } from "../../lib/domain/mail.ts";
import { defineContract, LINK_PREFIX } from "../../lib/http/contract.ts";

export const unsubscribeContract = defineContract({
  operation: "unsubscribe",
  summary: "End the mails of a webhook, as mailboxes do with one click (RFC 8058). The body is not read.",
  tag: "webhooks",
  method: "POST",
  prefix: LINK_PREFIX,
  path: `${UNSUBSCRIBE_PATH}/{secret}`,
  access: "link",
  rateLimit: "link",
  params: () => z.object({ secret: linkSecretSchema() }),
  success: { status: 200, document: true },
  caching: "none",
  failures: ["not_found"],
});
