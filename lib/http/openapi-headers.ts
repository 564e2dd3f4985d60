import type { ZodOpenApiResponseObject } from "zod-openapi";

import { TAGGED_BYTES_MIN } from "./representation.ts";

const header = (description: string, example: number) => ({
  description,
  schema: { type: "integer" as const },
  example,
});

export const limitHeaders = {
  "X-RateLimit-Limit": header("Requests allowed per minute. With 429, the limit that was exceeded.", 60),
  "X-RateLimit-Remaining": header("Requests left within this limit.", 57),
};
export const etagHeader = {
  ETag: {
    description: `Sent for bodies of ${TAGGED_BYTES_MIN} bytes or more. It does not depend on the encoding.`,
    schema: { type: "string" as const },
    example: 'W/"Zm9yLWFuLWV4YW1wbGUtLQ"',
  },
};
const retryAfter = { "Retry-After": header("Seconds until the request can be repeated.", 12) };

export const rejectionHeaders: Readonly<Record<number, ZodOpenApiResponseObject["headers"]>> = {
  401: { "WWW-Authenticate": { schema: { type: "string", const: "Bearer" } } },
  429: {
    ...limitHeaders,
    ...retryAfter,
    "X-RateLimit-Reset": header("Unix time at which the next request is allowed.", 1_773_100_800),
  },
  503: retryAfter,
};
