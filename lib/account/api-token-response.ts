import * as z from "zod";

import type { ApiTokenRow } from "../../db/queries/accounts/api-tokens.ts";
import { abilities, tokenKinds } from "../domain/api-token.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const apiTokenResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      kind: z.enum(tokenKinds).meta({
        description:
          "`login`: issued at registration or login, revoked at logout. `api`: created by the user. `session`: " +
          "belongs to a browser session and ends with it. All pages of a browser session share one row.",
      }),
      abilities: z.array(z.enum(abilities)),
      is_current: z.boolean().meta({ description: "True if the request was sent with this token." }),
      last_used_at: timestamp()
        .nullable()
        .meta({ description: "Updated at most once in five minutes. Null before the first use." }),
      expires_at: timestamp().nullable().meta({ description: "Null if the token does not expire." }),
      created_at: timestamp(),
    })
    .meta({ id: "ApiToken" }),
);

export const createdApiTokenResponse = lazy(() =>
  z
    .object({
      token: apiTokenResponse(),
      plain_text_token: z
        .string()
        .meta({ description: "Send it as `Authorization: Bearer <token>`. It is shown only once." }),
    })
    .meta({ id: "CreatedApiToken" }),
);

export function presentApiToken(token: ApiTokenRow, currentId: number) {
  return { ...token, is_current: token.id === currentId };
}
