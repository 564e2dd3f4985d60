import { type EventField, type EventType, eventFields } from "./event.ts";
import type { EventScope } from "./event-feed.ts";
import { TAGS_MAX } from "./tag.ts";

type View = { readonly path: string; readonly query: Readonly<Record<string, string>> };

/** The events that a saved view of a screen of changes shows, on any day. */
export type ViewEvents = {
  readonly scope: EventScope;
  readonly appIds: readonly number[] | null;
  readonly tagIds: readonly number[] | null;
  readonly types: readonly EventType[] | null;
  readonly fields: readonly EventField[] | null;
  readonly countryCode: string | null;
  readonly locale: string | null;
  readonly minWeight: number | null;
};

const scopes: Readonly<Record<string, EventScope>> = {
  "/changes/apps": "mine",
  "/changes/competitors": "rivals",
  "/changes/all": "all",
};

/** The values of the parameter `field` that stand for types. All others are fields. */
const typesOfKinds: Readonly<Record<string, readonly EventType[]>> = {
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
};

/** The dashboard calls events notable from this weight on. */
const NOTABLE_WEIGHT = 0.25;

const rowId = /^[1-9]\d{0,8}$/;

/** Returns undefined for a view of any other screen. Values that the screen ignores are ignored. */
export function eventsOfView({ path, query }: View): ViewEvents | undefined {
  const scope = Object.hasOwn(scopes, path) ? scopes[path] : undefined;
  if (scope === undefined) return undefined;
  const { app = "", tags = "", field = "", country = "", locale = "", weight } = query;
  const tagIds = tags
    .split(",")
    .filter((id) => rowId.test(id))
    .slice(0, TAGS_MAX)
    .map(Number);
  const types = Object.hasOwn(typesOfKinds, field) ? (typesOfKinds[field] ?? null) : null;
  return {
    scope,
    appIds: rowId.test(app) ? [Number(app)] : null,
    tagIds: tagIds.length === 0 ? null : tagIds,
    types,
    fields: types === null ? fieldsNamed(field) : null,
    countryCode: /^[a-z]{2}$/i.test(country) ? country.toLowerCase() : null,
    locale: /^[A-Za-z0-9-]{1,35}$/.test(locale) ? locale : null,
    minWeight: weight === "notable" ? NOTABLE_WEIGHT : null,
  };
}

function fieldsNamed(name: string): readonly EventField[] | null {
  const field = eventFields.find((one) => one === name);
  return field === undefined ? null : [field];
}
