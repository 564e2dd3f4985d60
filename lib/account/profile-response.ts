import { userResponse } from "../auth/user-response.ts";
import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const profileResponse = lazy(() => userResponse().extend({ created_at: timestamp() }).meta({ id: "Profile" }));
