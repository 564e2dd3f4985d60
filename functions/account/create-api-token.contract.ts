import * as z from "zod";

import { createdApiTokenResponse } from "../../lib/account/api-token-response.ts";
import { nameField, tokenExpiryField } from "../../lib/domain/account-fields.ts";
import { API_TOKENS_MAX, abilities } from "../../lib/domain/api-token.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const createApiTokenContract = defineContract({
  operation: "createApiToken",
  summary: `Create a token for a program, one of at most ${API_TOKENS_MAX}. The response alone shows its secret.`,
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
            "`read` for every GET, `write` for the rest, neither for logout. The token of the request must have them as well.",
        }),
      expires_at: tokenExpiryField()
        .nullable()
        .default(null)
        .meta({ description: "null: never. What an API token creates also ends with it." }),
    }),
  success: { status: 201, data: createdApiTokenResponse },
  hasSecret: true,
});
