import * as z from "zod";

import { lazy } from "../runtime/lazy.ts";

export const suggestionResponse = lazy(() =>
  z
    .object({
      term: z.string(),
      position: z.int().min(1).meta({ description: "Place in the store's list, from 1." }),
    })
    .meta({ id: "TermSuggestion" }),
);
