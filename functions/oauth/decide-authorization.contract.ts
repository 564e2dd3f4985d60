import * as z from "zod";

import { abilities } from "../../lib/domain/api-token.ts";
import { defineContract, SESSION_PREFIX } from "../../lib/http/contract.ts";

export const decideAuthorizationContract = defineContract({
  operation: "decideAuthorization",
  summary: "Allow a client some of what it asks, or deny its request, and get the address that returns to the client.",
  tag: "oauth",
  method: "POST",
  prefix: SESSION_PREFIX,
  path: "/oauth/decisions",
  access: "session",
  body: () =>
    z.object({
      secret: z.string().max(100),
      /** An empty list denies the request. */
      abilities: z.array(z.enum(abilities)).max(abilities.length),
    }),
  success: { status: 200, data: () => z.object({ redirect_to: z.string() }) },
  hasSecret: true,
});
