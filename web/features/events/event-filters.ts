import { type Codec, oneOf, optionalDate, text, type Values, wholeNumber } from "../../client/codec.ts";
import type { Input } from "../../client/operation-types.ts";
import { optionalDays, periodOf } from "../scope/period.ts";
import { chosenTags, tagsQuery } from "../tags/tag.ts";
import { eventKinds, queryOfKind } from "./event-kinds.ts";

/** The id of the event whose changes are shown. */
export const openedEvent = (): Codec<string | undefined> => ({
  read: (value) => (value !== null && /^evt_[1-9]\d{0,15}$/.test(value) ? value : undefined),
  write: (value) => value,
});

/** The id of an app, or "" for all. */
const appId = (): Codec<string> => ({
  read: (value) => (value !== null && /^[1-9]\d{0,8}$/.test(value) ? value : ""),
  write: (value) => value || undefined,
});

export const eventFilters = {
  field: oneOf(eventKinds, ""),
  app: appId(),
  locale: text(),
  country: text(),
  days: optionalDays(),
  from: optionalDate(),
  to: optionalDate(),
  weight: oneOf(["", "notable"], ""),
  sort: oneOf(["newest", "weight"], "newest"),
  page: wholeNumber(1),
  event: openedEvent(),
  tags: chosenTags(),
};

export type EventFilterValues = Values<typeof eventFilters>;

export const noFilters = {
  field: "",
  app: "",
  locale: "",
  country: "",
  days: undefined,
  from: undefined,
  to: undefined,
  weight: "",
  page: 1,
  event: undefined,
  tags: [],
} as const satisfies Omit<EventFilterValues, "sort">;

export function isFiltered({ field, app, locale, country, days, from, to, weight, tags }: EventFilterValues): boolean {
  if (tags.length > 0) return true;
  return [field, app, locale, country, days, from, to, weight].some((value) => value !== "" && value !== undefined);
}

const EVENTS_A_PAGE = 50;

/** New release notes, sizes and versions of competitors, among others, have a lower weight. */
export const NOTABLE_WEIGHT = 0.25;

export type EventQuery = NonNullable<Input<"listEvents">["query"]>;

/**
 * Returns the query of a page. If no app is chosen, the events are those of `onlyApps`, or of all apps if there are
 * none. If no language is chosen, `language` is that of the country. Of a longer period, the last days are shown.
 */
export function eventQuery(
  { field, app, locale, country, days, from, to, weight, sort, page, tags }: EventFilterValues,
  today: string,
  onlyApps: readonly string[] = [],
  language?: string,
): EventQuery {
  const apps = app === "" ? onlyApps : [app];
  return {
    ...queryOfKind(field),
    apps: apps.length === 0 ? undefined : apps,
    locale: locale === "" ? language : locale,
    country_code: country === "" ? undefined : country,
    from: from === undefined && days === undefined ? undefined : periodOf({ days, from, to }, today)?.first,
    to,
    min_weight: weight === "notable" ? NOTABLE_WEIGHT : undefined,
    sort: sort === "newest" ? undefined : sort,
    ...tagsQuery(tags),
    page,
    per_page: EVENTS_A_PAGE,
  };
}
