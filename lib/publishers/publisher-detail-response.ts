import * as z from "zod";

import { appAnswer } from "../apps/app-answer.ts";
import { PUBLISHER_APPS_MAX } from "../domain/publisher-limits.ts";
import { linkedPublisherAnswer } from "./publisher-answer.ts";

export const publisherDetailResponse = z
  .object({
    publisher: linkedPublisherAnswer,
    apps: z
      .array(appAnswer)
      .meta({ description: `Those that the caller tracks, newest tracked first, at most ${PUBLISHER_APPS_MAX}.` }),
  })
  .meta({ id: "PublisherDetail" });
