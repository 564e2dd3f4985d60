import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { admitSession } from "../../db/queries/accounts/sessions.ts";
import { hashSecret } from "../auth/access-token.ts";
import { AppError, sessionEnded } from "../errors.ts";
import { type Admission, assertWithinLimit, bucketsOf, tokenAdmission } from "./admit-request.ts";
import { SESSION_PREFIX } from "./contract.ts";
import { isEncrypted } from "./encrypted-transport.ts";

/** Browsers accept the prefix from this host alone, over HTTPS and with Path=/: no other host of the domain can set it. */
const COOKIE_NAME = "__Host-shelfwatch_session";
/** Without HTTPS there is no such prefix: on the local host. */
const PLAIN_COOKIE_NAME = "shelfwatch_session";
/** More cookies of the name are not looked up. */
const COOKIES_MAX = 8;
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
    const presented = presentedSessions(context.event);
    const { id_hash: session, ...limit } =
      presented.length === 0
        ? { id_hash: null, ...(await countHit(db, { bucket: buckets.addressBucket })) }
        : await admitSession(db, { idHashes: presented.join(","), ...buckets });
    assertWithinLimit(context, rateLimit, limit);
    if (session === null) throw sessionEnded();
    return { session };
  },
};

/** Returns the digests of all session ids that the browser presents, in hexadecimal; none of too many. */
function presentedSessions({ cookies = [], headers }: APIGatewayProxyEventV2): readonly string[] {
  const start = `${cookieName(isEncrypted(headers))}=`;
  const values = cookies.filter((text) => text.startsWith(start)).map((text) => text.slice(start.length));
  const ids = [...new Set(values)].filter((id) => idFormat.test(id));
  return ids.length > COOKIES_MAX ? [] : ids.map((id) => hashSecret(id).toString("hex"));
}

function cookieName(isSecure: boolean): string {
  return isSecure ? COOKIE_NAME : PLAIN_COOKIE_NAME;
}

/**
 * Returns the Set-Cookie header. Null clears the cookie. It lasts as long as a session can: the row says whether it has
 * ended before. Only the endpoints of sessions read it, though browsers send one with the prefix to all of the host.
 */
export function sessionCookie(
  session: { readonly id: string; readonly lifetimeMaxDays: number } | null,
  { isEncrypted: isSecure }: { readonly isEncrypted: boolean },
): string {
  const maxAgeSeconds = (session?.lifetimeMaxDays ?? 0) * DAY_SECONDS;
  const attributes = `Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
  return `${cookieName(isSecure)}=${session?.id ?? ""}; Path=${isSecure ? "/" : SESSION_PREFIX}; ${attributes}`;
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
