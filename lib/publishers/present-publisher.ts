import type * as z from "zod";

import type { PublisherRow, TrackedPublisherRow } from "../../db/queries/publishers.ts";
import type { linkedPublisherResponse, trackedPublisherResponse } from "./publisher-response.ts";

export function presentLinkedPublisher(publisher: PublisherRow): z.input<typeof linkedPublisherResponse> {
  const { id, name, externalId, platform, url } = publisher;
  return { id, name, external_id: externalId, platform, url };
}

export function presentTrackedPublisher(publisher: TrackedPublisherRow): z.input<typeof trackedPublisherResponse> {
  return { ...presentLinkedPublisher(publisher), apps_count: publisher.appsCount };
}
