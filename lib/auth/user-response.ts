import * as z from "zod";
import { lazy } from "../runtime/lazy.ts";

export const userResponse = lazy(() =>
  z.object({ id: z.int(), name: z.string(), email: z.string() }).meta({ id: "User" }),
);

export const sessionResponse = lazy(() =>
  z
    .object({
      user: userResponse(),
      token: z
        .string()
        .meta({ description: "To be sent as `Authorization: Bearer <token>`. Shown only once; it does not expire." }),
    })
    .meta({ id: "Session" }),
);
