import type { Option } from "../../components/fields/select-field.tsx";
import { fieldNames } from "../changes/change-labels.ts";
import { factKeys } from "../facts/fact-names.ts";
import type { Event, EventType } from "./event.ts";

type Field = NonNullable<Event["field"]>;

const listingFields = [
  "title",
  "subtitle",
  "short_description",
  "promotional_text",
  "description",
  "whats_new",
  "screenshots",
  "icon_url",
  "video_url",
] as const satisfies readonly Field[];

/** The event types of each kind, except kinds that are one field. The address names a kind by its key. */
const typesOfKinds = {
  listing: ["listing.changed", "listing.locale_added", "listing.locale_removed"],
  locale_added: ["listing.locale_added"],
  locale_removed: ["listing.locale_removed"],
  version: ["app.version_released"],
  price: ["app.price_changed"],
  availability: ["app.availability_changed", "app.removed", "app.returned"],
  rating: ["rating.changed"],
  rank: ["chart.rank_changed"],
  keyword_rank: ["keyword.rank_changed"],
  new_app: ["publisher.app_added"],
  failed_sync: ["sync.failed"],
  facts: ["app.fact_changed"],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;

type KindOfTypes = keyof typeof typesOfKinds;

/** One field, all events of some types, or "" for all events. */
export type EventKind = "" | KindOfTypes | Field;

const fieldOptions = (fields: readonly Field[], group: string): readonly Option<EventKind>[] =>
  fields.map((id) => ({ id, name: fieldNames[id], group }));

export const kindOptions: readonly Option<EventKind>[] = [
  { id: "", name: "All changes" },
  { id: "listing", name: "All of the listing", group: "Listing" },
  ...fieldOptions(listingFields, "Listing"),
  { id: "locale_added", name: fieldNames.locale_added, group: "Listing" },
  { id: "locale_removed", name: fieldNames.locale_removed, group: "Listing" },
  { id: "version", name: "New versions", group: "In the store" },
  { id: "price", name: fieldNames.price, group: "In the store" },
  { id: "availability", name: fieldNames.availability, group: "In the store" },
  { id: "rating", name: "Ratings", group: "In the store" },
  { id: "rank", name: "Ranks in charts", group: "In the store" },
  { id: "keyword_rank", name: "Ranks for tracked keywords", group: "In the store" },
  { id: "new_app", name: "New apps of publishers", group: "In the store" },
  { id: "failed_sync", name: "Failed syncs", group: "In the store" },
  { id: "facts", name: "All facts", group: "Facts" },
  ...fieldOptions(factKeys, "Facts"),
];

export const eventKinds = kindOptions.map(({ id }) => id);

/** Returns the part of a query that selects a kind. */
export function queryOfKind(kind: EventKind): {
  readonly type?: readonly EventType[];
  readonly field?: readonly Field[];
} {
  if (kind === "") return {};
  return isOfTypes(kind) ? { type: typesOfKinds[kind] } : { field: [kind] };
}

function isOfTypes(kind: KindOfTypes | Field): kind is KindOfTypes {
  return Object.hasOwn(typesOfKinds, kind);
}
