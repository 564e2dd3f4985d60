import * as z from "zod";

import { platformSchema } from "../domain/platform.ts";
import { canonicalPublisherId, isPublisherId, PUBLISHER_ID_LENGTH_MAX } from "../domain/publisher.ts";

export const publisherParams = () =>
  z
    .object({
      platform: platformSchema(),
      external_id: z
        .string()
        .min(1)
        .max(PUBLISHER_ID_LENGTH_MAX)
        .overwrite(canonicalPublisherId)
        .meta({
          description:
            "The artist id on iOS. On Android, it is the developer's name with spaces as `+` and `+ % / ? # \\` " +
            "percent-encoded. The path accepts the id as it is or encoded once more with encodeURIComponent. An id " +
            "with `%2F` or `%3F` must be encoded once more, because the gateway decodes a path before it splits it. " +
            "On Google Play, developers with the same name share one id, and a developer who changes their name gets " +
            "a new id.",
          example: "C%2B%2B+Apps",
        }),
    })
    .refine(({ platform, external_id }) => isPublisherId(platform, external_id));
