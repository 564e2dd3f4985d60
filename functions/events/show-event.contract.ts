import * as z from "zod";

import { eventIdSchema } from "../../lib/domain/event.ts";
import { EVENT_CHANGES_PAGE } from "../../lib/domain/event-feed.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { keyedPageParameters } from "../../lib/http/parameters.ts";
import { changeInDetailResponse } from "../../lib/responses/change-response.ts";
import { eventMeta } from "../../lib/responses/event-response.ts";

export const showEventContract = defineContract({
  operation: "showEvent",
  summary:
    "Show an event of the caller's list with the changes that it combines, newest first. Events of versions, " +
    "ratings, ranks, publishers and syncs combine no changes.",
  tag: "events",
  method: "GET",
  path: "/events/{event_id}",
  access: "read",
  params: () => z.object({ event_id: eventIdSchema().meta({ example: "evt_4711" }) }),
  query: () =>
    z.object(keyedPageParameters({ max: EVENT_CHANGES_PAGE, fallback: EVENT_CHANGES_PAGE }, Number.MAX_SAFE_INTEGER)),
  success: { status: 200, page: changeInDetailResponse, meta: eventMeta },
  failures: ["not_found"],
});
