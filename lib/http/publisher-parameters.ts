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
            "On iOS, the artist id. On Android, the developer's name: spaces are written as `+`, and the characters " +
            "`+`, `%`, `/`, `?`, `#` and `\\` are percent-encoded. The path accepts this id as it is, or encoded " +
            "again with `encodeURIComponent`. An id that contains `%2F` or `%3F` must be encoded again, because the " +
            "gateway decodes the path before it splits it. " +
            "On Google Play, developers with the same name share one id, and a developer who changes their name gets " +
            "a new id.",
          example: "C%2B%2B+Apps",
        }),
    })
    .refine(({ platform, external_id }) => isPublisherId(platform, external_id));
