import * as z from "zod";

import type { ProfileRow } from "../../db/queries/accounts/profiles.ts";
import { userResponse } from "../auth/user-response.ts";
import { type Ability, abilities } from "../domain/api-token.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const profileResponse = lazy(() =>
  userResponse()
    .extend({
      created_at: timestamp(),
      abilities: z.array(z.enum(abilities)).meta({
        description:
          "What the token of the request may do. The token of a login or of a browser session has both abilities.",
      }),
    })
    .meta({ id: "Profile" }),
);

/** Returns a profile with the abilities of the token that the request was sent with. */
export function presentProfile(profile: ProfileRow, held: readonly Ability[]) {
  return { ...profile, abilities: abilities.filter((ability) => held.includes(ability)) };
}
