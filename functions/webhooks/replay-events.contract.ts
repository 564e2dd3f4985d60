import * as z from "zod";

import { pastInstantField } from "../../lib/domain/account-fields.ts";
import { formatCount } from "../../lib/domain/format-count.ts";
import { REPLAY_DAYS_MAX, REPLAYED_EVENTS_MAX } from "../../lib/domain/webhook.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { rowIdParameter } from "../../lib/http/parameters.ts";
import { replayResponse } from "../../lib/webhooks/webhook-response.ts";

export const replayEventsContract = defineContract({
  operation: "replayEvents",
  summary:
    "Send the events of a period that match a webhook again, with the same ids. At most " +
    `${formatCount(REPLAYED_EVENTS_MAX)} events are sent. A webhook can have one replay at a time.`,
  tag: "webhooks",
  method: "POST",
  path: "/webhooks/{webhook_id}/replay",
  access: "write",
  params: () => z.object({ webhook_id: rowIdParameter() }),
  body: () =>
    z.object({
      from: pastInstantField().meta({
        description: `Send events reported from this time on. The period has at most ${REPLAY_DAYS_MAX} days.`,
      }),
      to: pastInstantField()
        .optional()
        .meta({ description: "Send events reported before this time. The default is now." }),
    }),
  success: { status: 202, data: replayResponse },
  failures: ["not_found", "conflict"],
});
