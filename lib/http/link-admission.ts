import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { LINK_REQUESTS_PER_ADDRESS, parseLinkSecret } from "../domain/mail.ts";
import { AppError, notFound } from "../errors.ts";
import { type Admission, networkOf, tokenAdmission } from "./admit-request.ts";

/** Links in mails need no login. The secret in the address is the proof, and no log has it. */
export const linkAdmission: Admission = {
  ...tokenAdmission,
  link: async (context) => {
    const state = await countHit(context.deps.db, { bucket: `links:ip:${networkOf(context)}` });
    context.limit = { ...state, allowed: LINK_REQUESTS_PER_ADDRESS };
    if (state.hits > LINK_REQUESTS_PER_ADDRESS) {
      throw new AppError("rate_limited", `More than ${LINK_REQUESTS_PER_ADDRESS} requests in a minute.`, {
        retryAfterSeconds: state.seconds_left,
      });
    }
    const link = parseLinkSecret(context.event.pathParameters?.secret ?? "");
    if (link === undefined) throw notFound();
    return { link };
  },
};
