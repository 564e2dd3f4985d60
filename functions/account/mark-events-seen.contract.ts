import * as z from "zod";

import { pastInstantField } from "../../lib/domain/account-fields.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const markEventsSeenContract = defineContract({
  operation: "markEventsSeen",
  summary:
    "Set the time of the caller's last visit. `GET /events?since=last_visit` returns the events after it. Nothing " +
    "else sets it. " +
    "An earlier time than the last one is allowed, and shows events as new again.",
  tag: "account",
  method: "PUT",
  path: "/account/seen",
  access: "write",
  body: () =>
    z.object({
      events_until: pastInstantField().meta({
        description: "RFC 3339 time that is not in the future, usually the latest `reported_at` of the shown events.",
      }),
    }),
  success: { status: 204 },
});
