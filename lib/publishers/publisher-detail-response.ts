import * as z from "zod";
import { PUBLISHER_APPS_MAX } from "../domain/publisher.ts";
import { appResponse } from "../responses/app-response.ts";
import { linkedPublisherResponse } from "../responses/publisher-response.ts";
import { lazy } from "../runtime/lazy.ts";

export const publisherDetailResponse = lazy(() =>
  z
    .object({
      publisher: linkedPublisherResponse(),
      apps: z.array(appResponse()).meta({
        description: `Up to ${PUBLISHER_APPS_MAX} apps that the caller tracks, most recently tracked first.`,
      }),
    })
    .meta({ id: "PublisherDetail" }),
);
