import type { EventType } from "./event.ts";

/** The names describe the subject of the events of a type. */
export const eventTypeNames: Readonly<Record<EventType, string>> = {
  "listing.changed": "Texts and pictures of the listing",
  "listing.locale_added": "Languages that were added",
  "listing.locale_removed": "Languages that were removed",
  "app.version_released": "New versions",
  "app.price_changed": "Prices",
  "app.availability_changed": "Availability",
  "app.removed": "Apps that left the store",
  "app.returned": "Apps that are back in the store",
  "app.fact_changed": "Facts",
  "rating.changed": "Ratings",
  "chart.rank_changed": "Ranks in charts",
  "keyword.rank_changed": "Ranks for tracked keywords",
  "publisher.app_added": "New apps of publishers",
  "sync.failed": "Failed syncs",
};

/** The keys are those of the record above. */
export const eventTypes = Object.keys(eventTypeNames) as readonly EventType[];
