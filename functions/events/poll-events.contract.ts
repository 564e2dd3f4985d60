import * as z from "zod";

import { pastInstantField } from "../../lib/domain/account-fields.ts";
import { eventTypeSchema, eventTypes } from "../../lib/domain/event.ts";
import { CHANGES_DAYS, CHANGES_PAGE, CURSOR_LENGTH_MAX, SCANNED_EVENTS_MAX } from "../../lib/domain/event-cursor.ts";
import { eventScopes } from "../../lib/domain/event-feed.ts";
import { formatCount } from "../../lib/domain/format-count.ts";
import { platformSchema } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { listParameter, wholeNumberParameter } from "../../lib/http/parameters.ts";
import { eventResponse, pollMeta } from "../../lib/responses/event-response.ts";

const scanned = formatCount(SCANNED_EVENTS_MAX);

export const pollEventsContract = defineContract({
  operation: "pollEvents",
  summary:
    "List the events after a cursor, in the order in which they were written, so that a client that keeps " +
    "`meta.next_cursor` misses none. An event has the same id and the same fields as in `GET /events`.",
  tag: "events",
  method: "GET",
  path: "/changes",
  access: "read",
  query: () =>
    z.object({
      cursor: z
        .string()
        .max(CURSOR_LENGTH_MAX)
        .optional()
        .meta({
          description:
            "`meta.next_cursor` of the last response. Without `cursor` and `from`, no events are returned, and the " +
            "returned cursor starts with events that are written from now on.",
          // The recorded example begins at a time.
          param: { example: "MS43NDg5LjQ3MTE" },
        }),
      from: pastInstantField()
        .optional()
        .meta({
          description:
            `In place of a cursor, an RFC 3339 time of the last ${CHANGES_DAYS} days. All events that were reported ` +
            "since then are returned, perhaps with some of the minute before.",
        }),
      scope: z
        .enum(eventScopes)
        .default("all")
        .meta({
          description:
            "`mine`: the apps that the caller tracks, and new apps of their publishers. `rivals`: their competitors. " +
            "An app can be both. `all` is both scopes together.",
        }),
      types: listParameter(eventTypeSchema(), eventTypes.length)
        .optional()
        .meta({ description: "Return only events of these types. The default is all types." }),
      platform: platformSchema().optional(),
      limit: wholeNumberParameter(CHANGES_PAGE).meta({
        description:
          `Maximum number of events on a page. A page also ends after ${scanned} events of all apps, so it can be ` +
          "empty although `meta.has_more` is true.",
      }),
    }),
  success: { status: 200, data: () => z.array(eventResponse()), meta: pollMeta },
  caching: "none",
  failures: ["cursor_expired"],
});
