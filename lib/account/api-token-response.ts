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
          "`login`: of register or login, ends by logout. `api`: created by hand. `session`: of a browser session, which has one row for all of its pages, ends with it.",
      }),
      abilities: z.array(z.enum(abilities)),
      is_current: z.boolean().meta({ description: "Whether the request was sent with it." }),
      last_used_at: timestamp()
        .nullable()
        .meta({ description: "Written once in five minutes; null before its first use." }),
      expires_at: timestamp().nullable().meta({ description: "null: does not expire." }),
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
        .meta({ description: "To be sent as `Authorization: Bearer <token>`. Shown only once." }),
    })
    .meta({ id: "CreatedApiToken" }),
);

/** `currentId` is the token of the request. */
export function presentApiToken(token: ApiTokenRow, currentId: number) {
  return { ...token, is_current: token.id === currentId };
}
