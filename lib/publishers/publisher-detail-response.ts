import * as z from "zod";

import { appResponse } from "../apps/app-response.ts";
import { PUBLISHER_APPS_MAX } from "../domain/publisher.ts";
import { lazy } from "../runtime/lazy.ts";
import { linkedPublisherResponse } from "./publisher-response.ts";

export const publisherDetailResponse = lazy(() =>
  z
    .object({
      publisher: linkedPublisherResponse(),
      apps: z.array(appResponse()).meta({
        description: `The apps that the caller tracks, most recently tracked first, at most ${PUBLISHER_APPS_MAX}.`,
      }),
    })
    .meta({ id: "PublisherDetail" }),
);
