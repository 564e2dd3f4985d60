import * as z from "zod";

import { linkSecretSchema } from "../domain/mail.ts";
import { LINK_PREFIX } from "./contract.ts";

/** What all links in mails have in common. */
export const ofLink = {
  tag: "webhooks",
  prefix: LINK_PREFIX,
  access: "link",
  rateLimit: "link",
  params: () => z.object({ secret: linkSecretSchema() }),
  success: { status: 200, document: true },
  caching: "none",
  failures: ["not_found"],
} as const;
