import * as z from "zod";

import { lazy } from "../runtime/lazy.ts";

export const installsResponse = lazy(() =>
  z
    .object({
      date: z.iso.date(),
      installs: z.int().nullable().meta({ description: "Null if it was not read on that day." }),
    })
    .meta({ id: "InstallsPoint" }),
);

export const installsMeta = lazy(() => z.object({ from: z.iso.date(), to: z.iso.date() }));
