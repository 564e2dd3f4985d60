import * as z from "zod";

import { platformSchema, storeCategoryTypes } from "../domain/platform.ts";
import { lazy } from "../runtime/lazy.ts";

export const storeCategoryResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      slug: z.string(),
      platform: platformSchema(),
      type: z.enum(storeCategoryTypes),
      external_id: z.string().nullable().meta({ description: "The store's own id. Null for all categories together." }),
      parent_id: z.int().nullable().meta({ description: "The parent category. Set for game categories only." }),
    })
    .meta({ id: "StoreCategory" }),
);
