import * as z from "zod";

import { appAnswer } from "../../lib/apps/app-answer.ts";
import { answer } from "../../lib/http/answers.ts";
import { defineContract } from "../../lib/http/contract.ts";
import { publisherParams } from "../../lib/http/parameters.ts";
import { linkedPublisherAnswer } from "../../lib/publishers/publisher-answer.ts";
import { PUBLISHER_APPS_MAX } from "../../lib/publishers/show-publisher.ts";

const publisherDetailAnswer = z
  .object({
    publisher: linkedPublisherAnswer,
    apps: z
      .array(appAnswer)
      .meta({ description: `Those that the caller tracks, newest tracked first, at most ${PUBLISHER_APPS_MAX}.` }),
  })
  .meta({ id: "PublisherDetail" });

export const showPublisherContract = defineContract({
  operation: "showPublisher",
  summary: "One publisher with those of its apps that the caller tracks.",
  tag: "publishers",
  method: "GET",
  path: "/publishers/{platform}/{external_id}",
  access: "read",
  rateLimit: "user",
  params: publisherParams,
  query: z.object({}),
  body: null,
  success: { 200: answer(publisherDetailAnswer) },
  failures: ["not_found"],
});
