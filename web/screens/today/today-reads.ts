import { type Values, wholeNumber } from "../../client/codec.ts";
import { type EventQuery, eventQuery, noFilters, openedEvent } from "../../features/events/event-filters.ts";
import type { PortfolioState } from "../../features/portfolio/portfolio-state.ts";
import { scopeState } from "../../features/scope/scope.ts";
import { chosenTags, tagsQuery } from "../../features/tags/tag.ts";

export const newEventsState = {
  ...scopeState,
  /** The page of the events. That of the table below is `page`. */
  events: wholeNumber(1),
  event: openedEvent(),
  tags: chosenTags(),
};
type NewEventsValues = Values<typeof newEventsState>;

const feeds = { apps: "mine", competitors: "rivals", all: "all" } as const;
const EVENTS_A_PAGE = 8;

/** `language` is the first language of the chosen country. It is undefined if no country is chosen. */
export function newEventsInput(
  values: NewEventsValues,
  today: string,
  language?: string,
): { readonly query: EventQuery } {
  const { whose, country = "", days, from, to, events: page, tags } = values;
  const chosen = { ...noFilters, sort: "weight", country, days, from, to, page } as const;
  return {
    query: {
      ...eventQuery(chosen, today, [], language),
      ...{ scope: [feeds[whose]], per_page: EVENTS_A_PAGE },
      ...tagsQuery(tags),
      ...(hasDays(values) ? {} : { since: "last_visit" as const }),
    },
  };
}

/** Without days, the events are those since the last visit. */
export function hasDays({ days, from, to }: Pick<NewEventsValues, "days" | "from" | "to">): boolean {
  return days !== undefined || from !== undefined || to !== undefined;
}

/** The address of a link may have filters of other screens. */
export function shownPortfolio(values: PortfolioState) {
  return { ...values, platform: "", search: "" } as const;
}
