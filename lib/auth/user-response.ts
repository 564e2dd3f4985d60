import * as z from "zod";
import { lazy } from "../runtime/lazy.ts";

export const userResponse = lazy(() =>
  z.object({ id: z.int(), name: z.string(), email: z.string() }).meta({ id: "User" }),
);

export const sessionResponse = lazy(() =>
  z
    .object({
      user: userResponse(),
      token: z.string().meta({
        description: "Send it as `Authorization: Bearer <token>`. It is shown only once and does not expire.",
      }),
    })
    .meta({ id: "Session" }),
);
