import type * as z from "zod";

import type { ProfileRow } from "../../db/queries/accounts/profiles.ts";
import { userResponse } from "../auth/user-response.ts";
import { presentUnixTime, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const profileResponse = lazy(() => userResponse().extend({ created_at: timestamp() }).meta({ id: "Profile" }));

export function presentProfile({ id, name, email, createdAt }: ProfileRow) {
  const created_at = presentUnixTime(createdAt);
  return { id, name, email, created_at } satisfies z.input<ReturnType<typeof profileResponse>>;
}
