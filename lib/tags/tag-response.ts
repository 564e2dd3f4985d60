import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

export const tagResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      apps_count: z.int().meta({ description: "Number of the caller's apps and competitors with the tag." }),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    .meta({ id: "Tag" }),
);
