import type { Db } from "../../db/client.ts";
import { listEvents as findEvents } from "../../db/queries/apps/event-feeds.ts";
import { countDays, firstOfDays } from "../domain/days.ts";
import { type EventField, type EventType, eventId, eventRowId } from "../domain/event.ts";
import { EVENT_DAYS_MAX, type EventOrder, type EventScope, FEED_EVENTS_MAX } from "../domain/event-feed.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import { invalidInput } from "../errors.ts";
import { presentEvent } from "../responses/event-response.ts";
import type { Clock } from "../runtime/clock.ts";

type ListEventsInput = {
  readonly userId: number;
  readonly scopes: readonly EventScope[];
  readonly appIds: readonly number[] | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly types: readonly EventType[] | undefined;
  readonly fields: readonly EventField[] | undefined;
  readonly countryCode: string | undefined;
  readonly locale: string | undefined;
  /** Days, YYYY-MM-DD, UTC. The default is the longest period until `to`, which is today by default. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly minWeight: number | undefined;
  readonly isAfterLastVisit: boolean;
  readonly order: EventOrder;
  readonly page: Page;
  /** The id of the last event of the page before. */
  readonly afterId: string | undefined;
};

/** Returns one page of what happened to the apps that a user follows, newest or heaviest first. */
export async function listEvents(deps: { readonly db: Db; readonly now: Clock }, input: ListEventsInput) {
  const { from, to } = periodOf(deps.now(), input);
  const { page, order, userId, isAfterLastVisit } = input;
  const rows = rowsOf(page);
  const offset = Math.min(rows.offset, FEED_EVENTS_MAX);
  const limit = Math.min(rows.limit, FEED_EVENTS_MAX - offset);
  const { country_exists, found, events, ...state } = await findEvents(deps.db, {
    userId,
    scope: scopeOf(input.scopes),
    appIds: listIfAny(input.appIds),
    tagIds: listIfAny(input.tagIds),
    types: listIfAny(input.types),
    fields: listIfAny(input.fields),
    countryCode: input.countryCode ?? null,
    locale: input.locale ?? null,
    from,
    to,
    minWeight: input.minWeight ?? null,
    isAfterLastVisit,
    order,
    limit: limit + 1,
    offset,
    afterId: input.afterId === undefined ? null : eventRowId(input.afterId),
  });
  if (!country_exists) throw invalidInput({ country_code: ["The selected country code is invalid."] });

  const total = Math.min(found, FEED_EVENTS_MAX);
  const shown = events.slice(0, limit);
  const last = events.length > limit && offset + limit < FEED_EVENTS_MAX ? shown.at(-1) : undefined;
  return {
    page: {
      ...pageOf(page, { items: shown.map(presentEvent), total }),
      lastId: last === undefined ? null : eventId(last.id),
    },
    meta: { ...state, has_older: found > total, first_day: from, last_day: to },
  };
}

function periodOf(now: Date, { to = utcDay(now), ...input }: Pick<ListEventsInput, "from" | "to">) {
  const { from = firstOfDays(EVENT_DAYS_MAX, to) } = input;
  if (from > to) throw invalidInput({ to: ["The to field must not be before from."] });
  if (countDays(from, to) > EVENT_DAYS_MAX) {
    throw invalidInput({ from: [`The period has more than ${EVENT_DAYS_MAX} days.`] });
  }
  return { from, to };
}

/** Both scopes together are all apps. */
function scopeOf(scopes: readonly EventScope[]): EventScope {
  const [scope = "all", ...others] = new Set(scopes);
  return others.length === 0 ? scope : "all";
}
