import * as z from "zod";

import { createdApiTokenResponse } from "../../lib/account/api-token-response.ts";
import { nameField, tokenExpiryField } from "../../lib/domain/account-fields.ts";
import { API_TOKENS_MAX, abilities } from "../../lib/domain/api-token.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const createApiTokenContract = defineContract({
  operation: "createApiToken",
  summary: `Create a token for a program. Each user can have up to ${API_TOKENS_MAX}. The secret is shown only once.`,
  tag: "account",
  method: "POST",
  path: "/account/api-tokens",
  access: "write",
  body: () =>
    z.object({
      name: nameField(),
      abilities: z
        .array(z.enum(abilities))
        .min(1)
        .max(abilities.length)
        .overwrite((sent) => [...new Set(sent)])
        .default([...abilities])
        .meta({
          description:
            "`read` allows every GET, and `write` allows everything else. Logout requires neither. The token of the " +
            "request must have these abilities as well.",
        }),
      expires_at: tokenExpiryField()
        .nullable()
        .default(null)
        .meta({
          description:
            "Null if the token does not expire. A token that was created with an API token ends with that token at " +
            "the latest.",
        }),
    }),
  success: { status: 201, data: createdApiTokenResponse },
  hasSecret: true,
});
