import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { countHit } from "../../db/queries/rate-limits.ts";
import { admitSession } from "../../db/queries/sessions.ts";
import { hashSecret } from "../auth/access-token.ts";
import { AppError, sessionEnded } from "../errors.ts";
import { type Admission, assertWithinLimit, bucketsOf, tokenAdmission } from "./admit-request.ts";
import { SESSION_PREFIX } from "./contract.ts";

const COOKIE_NAME = "shelfwatch_session";
const DAY_SECONDS = 86_400;
const idFormat = /^[A-Za-z0-9_-]{43}$/;

/** The admission of endpoints that read or set the cookie of a browser session. */
export const sessionAdmission: Admission = {
  ...tokenAdmission,
  public: async (context, rateLimit) => {
    rejectOtherSites(context.event);
    return tokenAdmission.public(context, rateLimit);
  },
  session: async (context, rateLimit) => {
    rejectOtherSites(context.event);
    const { db } = context.deps;
    const buckets = bucketsOf(context, rateLimit);
    const session = presentedSession(context.event);
    if (session === undefined) {
      assertWithinLimit(context, rateLimit, await countHit(db, { bucket: buckets.addressBucket }));
      throw sessionEnded();
    }
    const { userId, ...limit } = await admitSession(db, { idHash: session, ...buckets });
    assertWithinLimit(context, rateLimit, limit);
    if (userId === null) throw sessionEnded();
    return { session };
  },
};

/** Returns the digest of the session id that the browser presents; undefined without one. */
function presentedSession(event: Pick<APIGatewayProxyEventV2, "cookies">): Buffer | undefined {
  const cookie = event.cookies?.find((text) => text.startsWith(`${COOKIE_NAME}=`));
  const id = cookie?.slice(COOKIE_NAME.length + 1);
  return id !== undefined && idFormat.test(id) ? hashSecret(id) : undefined;
}

/**
 * Returns the Set-Cookie header, scoped to the endpoints of sessions. Null clears the cookie. It lasts as long as a session
 * can: the row says whether it has ended before.
 */
export function sessionCookie(
  session: { readonly id: string; readonly lifetimeMaxDays: number } | null,
  { isEncrypted }: { readonly isEncrypted: boolean },
): string {
  const maxAgeSeconds = (session?.lifetimeMaxDays ?? 0) * DAY_SECONDS;
  const attributes = `Path=${SESSION_PREFIX}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return `${COOKIE_NAME}=${session?.id ?? ""}; ${attributes}${isEncrypted ? "; Secure" : ""}`;
}

/**
 * Rejects requests that a browser sends on behalf of another site, which would carry or set the session of a person who
 * did not intend it. Browsers name the site in headers that no page can set; other clients send none of them.
 */
function rejectOtherSites({ headers, requestContext }: APIGatewayProxyEventV2): void {
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined ? isOwnOrigin(headers.origin, requestContext.domainName) : site === "same-origin";
  if (!isOwn) throw new AppError("forbidden", "The request comes from another site.");
}

function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
