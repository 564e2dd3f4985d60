import * as z from "zod";

import type { ApiTokenRow } from "../../db/queries/accounts/api-tokens.ts";
import { abilities, tokenKinds } from "../domain/api-token.ts";
import { placeOf, redirectPlaceSchema } from "../domain/redirect-uri.ts";
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
          "belongs to a browser session and ends with it. All pages of a browser session share one row. `oauth`: " +
          "belongs to a client that the user has connected.",
      }),
      abilities: z.array(z.enum(abilities)),
      is_current: z.boolean().meta({ description: "True if the request was sent with this token." }),
      last_used_at: timestamp()
        .nullable()
        .meta({ description: "Updated at most once in five minutes. Null before the first use." }),
      expires_at: timestamp().nullable().meta({
        description: "Null if the token does not expire. A connected client has to replace its token before this time.",
      }),
      created_at: timestamp(),
      client: z
        .object({
          id: z.string().meta({
            description: "URL of the client's metadata document, or the id that it got when it registered itself.",
          }),
          place: redirectPlaceSchema().meta({
            description:
              "Where the user was redirected after connecting the client. `site`: a website. `computer`: an HTTP " +
              "server on the user's own computer. `program`: a program that opens links with its URL scheme. " +
              "`name` is the host, or the URL scheme of a `program`.",
          }),
        })
        .nullable()
        .meta({ description: "The connected client of a token of the kind `oauth`. Null for all others." }),
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
  const { client } = token;
  return {
    ...token,
    is_current: token.id === currentId,
    client: client && { id: client.id, place: placeOf(client.redirect_uri) },
  };
}
