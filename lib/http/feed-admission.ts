import { admitFeed } from "../../db/queries/accounts/feed-admission.ts";
import { hashSecret } from "../auth/access-token.ts";
import { FEED_REQUESTS_PER_ADDRESS, FEED_REQUESTS_PER_HOUR, secretOfFile } from "../domain/feed.ts";
import { AppError, notFound } from "../errors.ts";
import { type Admission, assertWithin, networkOf, tokenAdmission } from "./admit-request.ts";

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
    assertWithin(context, of_address, { allowed: FEED_REQUESTS_PER_ADDRESS, period: "a minute" });
    if (feed === null) throw notFound();
    if (feed.is_deleted || of_feed === null) throw new AppError("feed_deleted", "This feed has been deleted.");
    context.logFields.feedId = feed.id;
    assertWithin(context, of_feed, { allowed: FEED_REQUESTS_PER_HOUR, period: "an hour" });
    return { feed };
  },
};
