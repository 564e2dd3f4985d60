import * as z from "zod";

import { timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

/** Without the checks of requests, so that a view of an earlier release stays readable. */
const scope = () => z.object({ path: z.string(), query: z.record(z.string(), z.string()) });

export const viewResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      name: z.string(),
      scope: scope(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    .meta({ id: "View", description: "An address of the dashboard that the caller has given a name." }),
);
