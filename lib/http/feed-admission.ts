import { admitFeed } from "../../db/queries/accounts/feed-admission.ts";
import type { RateLimitState } from "../../db/queries/accounts/rate-limits.ts";
import { hashSecret } from "../auth/access-token.ts";
import { FEED_REQUESTS_PER_ADDRESS, FEED_REQUESTS_PER_HOUR, secretOfFile } from "../domain/feed.ts";
import { AppError, notFound } from "../errors.ts";
import { type Admission, networkOf, type RequestContext, tokenAdmission } from "./admit-request.ts";

/** Readers of feeds send no token. The secret in the address names the feed, and no log has it. */
export const feedAdmission: Admission = {
  ...tokenAdmission,
  feed: async (context) => {
    const secret = secretOfFile(context.event.pathParameters?.file ?? "") ?? "";
    const addressBucket = `feeds:ip:${networkOf(context)}`;
    const { feed, of_address, of_feed } = await admitFeed(context.deps.db, {
      secretHash: hashSecret(secret),
      addressBucket,
    });
    assertWithin(context, of_address, { allowed: FEED_REQUESTS_PER_ADDRESS, period: "minute" });
    if (feed === null) throw notFound();
    if (feed.is_deleted || of_feed === null) throw new AppError("feed_deleted", "This feed has been deleted.");
    context.logFields.feedId = feed.id;
    assertWithin(context, of_feed, { allowed: FEED_REQUESTS_PER_HOUR, period: "hour" });
    return { feed };
  },
};

function assertWithin(
  context: RequestContext,
  state: RateLimitState,
  { allowed, period }: { readonly allowed: number; readonly period: "minute" | "hour" },
): void {
  context.limit = { ...state, allowed };
  if (state.hits <= allowed) return;
  throw new AppError(
    "rate_limited",
    `More than ${allowed} requests in ${period === "hour" ? "an hour" : "a minute"}.`,
    {
      retryAfterSeconds: state.seconds_left,
    },
  );
}
