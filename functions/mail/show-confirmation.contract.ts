import * as z from "zod";

import { CONFIRM_PATH, linkSecretSchema } from "../../lib/domain/mail.ts";
import { defineContract, LINK_PREFIX } from "../../lib/http/contract.ts";

export const showConfirmationContract = defineContract({
  operation: "showConfirmation",
  summary: "Show a page with the button that confirms the address of an account. Opening it changes nothing.",
  tag: "webhooks",
  method: "GET",
  prefix: LINK_PREFIX,
  path: `${CONFIRM_PATH}/{secret}`,
  access: "link",
  rateLimit: "link",
  params: () => z.object({ secret: linkSecretSchema() }),
  success: { status: 200, document: true },
  caching: "none",
  failures: ["not_found"],
});
