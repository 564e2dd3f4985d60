import * as z from "zod";

import { abilities } from "../domain/api-token.ts";
import { clientKinds } from "../domain/oauth.ts";
import { redirectPlaceSchema } from "../domain/redirect-uri.ts";
import { timestamp } from "../domain/timestamp.ts";

export const authorizationResponse = () =>
  z.object({
    /** The client is known, but its request cannot be allowed. */
    fault: z
      .object({
        description: z.string(),
        place: redirectPlaceSchema(),
        /** The client's address, with the error. */
        redirect_to: z.string(),
      })
      .nullable(),
    consent: z
      .object({
        /** The user's decision must contain it. It works once. */
        secret: z.string(),
        client: z.object({
          id: z.string(),
          kind: z.enum(clientKinds),
          /** The name that the client gives itself. */
          name: z.string(),
        }),
        /** The user returns to this place. */
        place: redirectPlaceSchema(),
        abilities: z.array(z.enum(abilities)),
        account: z.object({ name: z.string(), email: z.string() }),
        expires_at: timestamp(),
      })
      .nullable(),
  });
