import * as z from "zod";

import { lazy } from "../runtime/lazy.ts";

/** A tag in the row of an app. */
export const tagOfAppResponse = lazy(() => z.object({ id: z.int(), name: z.string() }).meta({ id: "TagOfApp" }));
