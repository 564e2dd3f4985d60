import { type AppTabName, appTabPath } from "../../format/app-path.ts";
import type { Event, EventType } from "./event.ts";

/** The tabs of an app's page that show more of an event. */
const tabsOfTypes: {
  readonly [Type in EventType]?: { readonly tab: AppTabName; readonly view?: string; readonly name: string };
} = {
  "app.version_released": { tab: "changes", view: "versions", name: "All versions" },
  "app.price_changed": { tab: "storefronts", name: "Prices now" },
  "app.availability_changed": { tab: "storefronts", name: "Availability now" },
  "app.removed": { tab: "storefronts", name: "Availability now" },
  "app.returned": { tab: "storefronts", name: "Availability now" },
  "app.fact_changed": { tab: "listing", view: "facts", name: "All facts" },
  "rating.changed": { tab: "ratings", name: "Ratings by day" },
  "chart.rank_changed": { tab: "rankings", name: "Ranks by day" },
  "keyword.rank_changed": { tab: "keywords", view: "tracked", name: "Ranks by day" },
};

type MoreOf = Pick<Event, "type"> & { readonly app: Pick<Event["app"], "platform" | "external_id"> };

/** Returns a link to the tab that shows more of an event, if there is one. */
export function moreOf({ app, type }: MoreOf) {
  const more = tabsOfTypes[type];
  if (more === undefined) return undefined;
  const { tab, view, name } = more;
  return { name, href: appTabPath(app, tab, view === undefined ? {} : { view }) };
}
