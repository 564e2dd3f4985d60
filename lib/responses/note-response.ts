import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { calendarDate, timestamp } from "../domain/timestamp.ts";
import { lazy } from "../runtime/lazy.ts";

const appOfNote = () =>
  z.object({
    id: z.int(),
    platform: platformSchema(),
    external_id: z.string(),
    name: z.string(),
    icon_url: z.string().nullable(),
  });

export const noteResponse = lazy(() =>
  z
    .object({
      id: z.int(),
      day: calendarDate().meta({ description: "The day (UTC) that the note is about." }),
      app: appOfNote().nullable().meta({ description: "Null if the note is about no app." }),
      text: z.string(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    .meta({ id: "Note" }),
);
