import * as z from "zod";

import {
  EVENT_ENTRIES_MAX,
  eventFieldSchema,
  eventFields,
  eventIdSchema,
  eventTypeSchema,
  eventTypes,
} from "../../lib/domain/event.ts";
import {
  EVENT_APPS_MAX,
  EVENT_DAYS_MAX,
  eventOrders,
  eventScopes,
  FEED_EVENTS_MAX,
  REPORT_DAYS_MAX,
} from "../../lib/domain/event-feed.ts";
import { formatCount } from "../../lib/domain/format-count.ts";
import { defineContract } from "../../lib/http/contract.ts";
import {
  countryCodeParameter,
  dateParameter,
  listParameter,
  localeParameter,
  pageParameters,
  rowIdParameter,
  shareParameter,
  tagsParameter,
} from "../../lib/http/parameters.ts";
import { eventResponse, eventsMeta } from "../../lib/responses/event-response.ts";

const reach = formatCount(FEED_EVENTS_MAX);

export const listEventsContract = defineContract({
  operation: "listEvents",
  summary:
    "List what happened to the apps that the caller tracks and to their competitors. An event combines all changes " +
    `of one field that one sync or sweep found. Pages reach the newest ${reach} events of the period.`,
  tag: "events",
  method: "GET",
  path: "/events",
  access: "read",
  query: () =>
    z.object({
      scope: listParameter(z.enum(eventScopes), eventScopes.length)
        .optional()
        .meta({
          description:
            "`mine`: the apps that the caller tracks, and new apps of their publishers. `rivals`: their competitors. " +
            "An app can be both. `all`, the default, is both scopes together.",
        }),
      apps: listParameter(rowIdParameter(), EVENT_APPS_MAX)
        .optional()
        .meta({ description: `Return only events of these apps, at most ${EVENT_APPS_MAX} ids.` }),
      tags: tagsParameter(
        "Return only events of apps with at least one of these tags, of the competitors of such tracked apps, and of " +
          "new apps of their publishers. Tags are given by id.",
      ),
      country_code: countryCodeParameter()
        .optional()
        .meta({
          description:
            "Return only events that name this storefront in `data.countries` or `data.charts`. Events that name no " +
            `storefront are left out, and so are those that name it beyond their first ${EVENT_ENTRIES_MAX}.`,
        }),
      locale: localeParameter()
        .optional()
        .meta({
          description:
            "Return only events that name this language in `data.languages`. Events of pictures name no languages, " +
            "so they are left out. With `country_code`, events that name the storefront or the language are returned.",
        }),
      field: listParameter(eventFieldSchema(), eventFields.length)
        .optional()
        .meta({ description: "Return only events with these values of `field`. The default is all events." }),
      type: listParameter(eventTypeSchema(), eventTypes.length)
        .optional()
        .meta({ description: "Return only events of these types. The default is all types." }),
      from: dateParameter()
        .optional()
        .meta({ description: `First day (UTC). The default is ${EVENT_DAYS_MAX - 1} days before \`to\`.` }),
      to: dateParameter()
        .optional()
        .meta({
          description: `Last day (UTC), at most ${EVENT_DAYS_MAX - 1} days after \`from\`. The default is today.`,
        }),
      min_weight: shareParameter()
        .optional()
        .meta({ description: "Return only events of at least this weight, with up to four decimals." }),
      sort: z
        .enum(eventOrders)
        .default("newest")
        .meta({
          description: `With \`weight\`, the newest ${reach} events that match are sorted by weight, the largest first.`,
        }),
      since: z
        .enum(["last_visit"])
        .optional()
        .meta({
          description:
            "With `last_visit`, only events that were reported after the time of `PUT /account/seen` are returned, " +
            `without those that occurred more than ${REPORT_DAYS_MAX} days before it. If that time was never set, ` +
            "all events are returned.",
        }),
      ...pageParameters(),
      after_id: eventIdSchema()
        .optional()
        .meta({
          description:
            "Id of the last event of the previous page, as in `links.next`. The events after it are returned, and " +
            "`page` counts only if that event is no longer listed.",
        }),
    }),
  success: { status: 200, page: eventResponse, meta: eventsMeta },
});
