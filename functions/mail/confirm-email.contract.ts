import * as z from "zod";

import { CONFIRM_PATH, linkSecretSchema } from "../../lib/domain/mail.ts";
import { defineContract, LINK_PREFIX } from "../../lib/http/contract.ts";

export const confirmEmailContract = defineContract({
  operation: "confirmEmail",
  summary: "Confirm the address of an account, so that alerts are sent to it. The link of the mail is valid for a day.",
  tag: "webhooks",
  method: "POST",
  prefix: LINK_PREFIX,
  path: `${CONFIRM_PATH}/{secret}`,
  access: "link",
  rateLimit: "link",
  params: () => z.object({ secret: linkSecretSchema() }),
  success: { status: 200, document: true },
  caching: "none",
  failures: ["not_found"],
});
