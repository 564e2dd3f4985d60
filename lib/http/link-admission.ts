import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { LINK_REQUESTS_PER_ADDRESS, parseLinkSecret } from "../domain/mail.ts";
import { notFound } from "../errors.ts";
import { type Admission, assertWithin, networkOf, tokenAdmission } from "./admit-request.ts";

/** Links in mails need no login. The secret in the address is the proof, and no log has it. */
export const linkAdmission: Admission = {
  ...tokenAdmission,
  link: async (context) => {
    const state = await countHit(context.deps.db, { bucket: `links:ip:${networkOf(context)}` });
    assertWithin(context, state, { allowed: LINK_REQUESTS_PER_ADDRESS, period: "a minute" });
    const link = parseLinkSecret(context.event.pathParameters?.secret ?? "");
    if (link === undefined) throw notFound();
    return { link };
  },
};
