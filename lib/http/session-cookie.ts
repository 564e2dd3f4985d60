import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { hashSecret } from "../auth/access-token.ts";
import { SESSION_LIFETIME_MINUTES } from "../domain/session.ts";
import { DOCUMENTATION_PREFIX } from "./contract.ts";

const NAME = "shelfwatch_session";
const idFormat = /^[A-Za-z0-9_-]{43}$/;

/** The digest of the session id that the browser presents; undefined without one. */
export function presentedSession(event: Pick<APIGatewayProxyEventV2, "cookies">): Buffer | undefined {
  const cookie = event.cookies?.find((text) => text.startsWith(`${NAME}=`));
  const id = cookie?.slice(NAME.length + 1);
  return id !== undefined && idFormat.test(id) ? hashSecret(id) : undefined;
}

/** What a browser is told to present from now on, below the documentation alone; null ends it. */
export function sessionCookie(id: string | null, event: Pick<APIGatewayProxyEventV2, "headers">): string {
  const lifetime = id === null ? 0 : SESSION_LIFETIME_MINUTES * 60;
  const attributes = `Path=${DOCUMENTATION_PREFIX}; Max-Age=${lifetime}; HttpOnly; SameSite=Strict`;
  return `${NAME}=${id ?? ""}; ${attributes}${isEncrypted(event) ? "; Secure" : ""}`;
}

/** API Gateway sets the header, over what a client sent, and takes HTTPS alone; the local host speaks HTTP. */
function isEncrypted({ headers }: Pick<APIGatewayProxyEventV2, "headers">): boolean {
  return headers["x-forwarded-proto"] === "https";
}
