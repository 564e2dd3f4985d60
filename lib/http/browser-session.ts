import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { countHit } from "../../db/queries/accounts/rate-limits.ts";
import { admitSession } from "../../db/queries/accounts/sessions.ts";
import { hashSecret } from "../auth/access-token.ts";
import { AppError, sessionEnded } from "../errors.ts";
import { type Admission, assertWithinLimit, bucketsOf, tokenAdmission } from "./admit-request.ts";
import { SESSION_PREFIX } from "./contract.ts";
import { isEncrypted } from "./encrypted-transport.ts";

/**
 * With this prefix, browsers accept the cookie only from this host, over HTTPS and with Path=/. No other host of the
 * domain can set it.
 */
const COOKIE_NAME = "__Host-shelfwatch_session";
/** The prefix needs HTTPS, which the local host does not have. */
const PLAIN_COOKIE_NAME = "shelfwatch_session";
const COOKIES_MAX = 8;
const DAY_SECONDS = 86_400;
const idFormat = /^[A-Za-z0-9_-]{43}$/;

export const sessionAdmission: Admission = {
  ...tokenAdmission,
  public: async (context, contract) => {
    rejectOtherSites(context.event);
    return tokenAdmission.public(context, contract);
  },
  session: async (context, { rateLimit }) => {
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
 * Returns the Set-Cookie header; null clears the cookie. Its age is the longest of a session, since the row decides
 * when it ends. The prefix requires Path=/, but only session endpoints read it.
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
 * Rejects requests of a browser on behalf of another site, which could use or set a person's session. Browsers name the
 * site in headers that pages cannot set; other clients send none.
 */
function rejectOtherSites({ headers, requestContext }: APIGatewayProxyEventV2): void {
  const site = headers["sec-fetch-site"];
  const isOwn = site === undefined ? isOwnOrigin(headers.origin, requestContext.domainName) : site === "same-origin";
  if (!isOwn) throw new AppError("forbidden", "The request comes from another site.");
}

function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
