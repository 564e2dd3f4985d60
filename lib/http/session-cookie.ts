import type { APIGatewayProxyEventV2 } from "aws-lambda";

import { hashSecret } from "../auth/access-token.ts";
import { AppError } from "../errors.ts";
import { DOCUMENTATION_PREFIX } from "./contract.ts";

const NAME = "shelfwatch_session";
const idFormat = /^[A-Za-z0-9_-]{43}$/;

/** The digest of the session id that the browser presents; undefined without one. */
export function presentedSession(event: Pick<APIGatewayProxyEventV2, "cookies">): Buffer | undefined {
  const cookie = event.cookies?.find((text) => text.startsWith(`${NAME}=`));
  const id = cookie?.slice(NAME.length + 1);
  return id !== undefined && idFormat.test(id) ? hashSecret(id) : undefined;
}

export type BrowserSession = { readonly id: string; readonly lifetimeMinutes: number };

/** Returns the Set-Cookie header, scoped to the path of the documentation. Null clears the cookie. */
export function sessionCookie(session: BrowserSession | null, event: Pick<APIGatewayProxyEventV2, "headers">): string {
  const maxAgeSeconds = (session?.lifetimeMinutes ?? 0) * 60;
  const attributes = `Path=${DOCUMENTATION_PREFIX}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return `${NAME}=${session?.id ?? ""}; ${attributes}${isEncrypted(event) ? "; Secure" : ""}`;
}

export function sessionEnded(): AppError {
  return new AppError("unauthenticated", "There is no session, or it has ended.");
}

/** API Gateway sets the header, over what a client sent, and takes HTTPS alone; the local host speaks HTTP. */
function isEncrypted({ headers }: Pick<APIGatewayProxyEventV2, "headers">): boolean {
  return headers["x-forwarded-proto"] === "https";
}
