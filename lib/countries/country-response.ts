import * as z from "zod";

import { lazy } from "../runtime/lazy.ts";

export const countryResponse = lazy(() =>
  z
    .object({
      code: z.string(),
      name: z.string(),
      emoji: z.string(),
      ios_languages: z.array(z.string()).nullable(),
      android_languages: z.array(z.string()).nullable(),
    })
    .meta({ id: "Country" }),
);
