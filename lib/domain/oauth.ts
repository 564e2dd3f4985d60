import * as z from "zod";

import type { Ability } from "./api-token.ts";

/** The path of the page on which a user connects a client. The fallback leads from it to the dashboard. */
export const AUTHORIZE_PATH = "/oauth/authorize";

export const TOKEN_PATH = "/oauth/token";
export const REVOCATION_PATH = "/oauth/revoke";
export const REGISTRATION_PATH = "/oauth/register";

export const PROTECTED_RESOURCE_PATH = "/.well-known/oauth-protected-resource/mcp";

/** The time in which a user decides, and in which a client exchanges its code. */
export const CONSENT_MINUTES = 10;
export const CODE_SECONDS = 60;

export const ACCESS_TOKEN_SECONDS = 3_600;
/** A grant ends so long after its last refresh, and so long after it began. */
export const REFRESH_DAYS = 90;
export const GRANT_DAYS_MAX = 365;
/** Clients that one user has connected. Beyond it, the oldest grants end. */
export const GRANTS_MAX = 100;
/** Requests of one user that wait for their decision, or for their code to be exchanged. */
export const PENDING_REQUESTS_MAX = 20;

export const CLIENTS_PER_ADDRESS_AND_DAY = 100;
/** A client that no user has connected is deleted so long after it was registered or last connected. */
export const UNUSED_CLIENT_DAYS = 30;

/** Requests of one address in a minute. Hosted assistants send those of all their users from a few. */
export const OAUTH_REQUESTS_PER_ADDRESS = 600;

/**
 * A client's metadata document is read again after this time. If `Cache-Control` of the response states a time, the
 * document is read again after that time instead, but at the latest after `DOCUMENT_SECONDS_MAX`.
 */
export const DOCUMENT_SECONDS = 3_600;
export const DOCUMENT_SECONDS_MAX = 86_400;
export const DOCUMENT_BYTES_MAX = 16 * 1_024;

export const CLIENT_ID_MAX = 500;
export const CLIENT_NAME_MAX = 120;
export const REDIRECT_URIS_MAX = 20;
/** Documents of clients that are read for one user in a day. */
export const DOCUMENTS_PER_USER_AND_DAY = 50;
export const STATE_MAX = 2_000;
/** Characters of all parameters of a request for authorization. */
export const REQUEST_QUERY_MAX = 8_000;

/** How a client is known: it has registered itself, or its id is the URL of its metadata document. */
export const clientKinds = ["registered", "document"] as const;

const ROW_ID_MAX = 2_147_483_647;

/** Returns whether the id of a client is the URL of its metadata document. */
export function isDocumentId(id: string): boolean {
  return id.startsWith("https://");
}

/** Errors of RFC 6749 (4.1.2.1 and 5.2), RFC 7591 (3.2.2) and RFC 8707 (2) that this service returns. */
export const oauthErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "invalid_client_metadata",
  "invalid_redirect_uri",
  "access_denied",
  "unsupported_grant_type",
  "unsupported_response_type",
] as const;
export type OAuthError = (typeof oauthErrors)[number];

/** Returns the address of the endpoint for assistants, for which alone tokens are issued (RFC 8707). */
export function protectedResource(origin: string): string {
  return `${origin}/mcp`;
}

/** Returns whether a resource that a client names is this one, however it spells the scheme, the host and the end. */
export function isProtectedResource(text: string, origin: string): boolean {
  return URL.parse(text)?.href.replace(/\/$/, "") === protectedResource(origin);
}

const SCOPES_MAX = 20;
/** Some clients name this scope to get a refresh token, which each client gets. */
const REFRESHING = "offline_access";

/** Returns the abilities of a scope, or undefined for one that names others. Without a scope, a client reads. */
export function abilitiesOf(scope: string | undefined): readonly Ability[] | undefined {
  const names = new Set((scope ?? "").split(" ").filter((name) => name !== "" && name !== REFRESHING));
  if (names.size === 0) return ["read"];
  if (names.size > SCOPES_MAX || [...names].some((name) => name !== "read" && name !== "write")) return undefined;
  return (["read", "write"] as const).filter((ability) => names.has(ability));
}

const UNNAMED_CLIENT = "A program without a name";

/** The metadata of a client, by RFC 7591. A client has no secret, so no other method can authenticate it. */
export const clientMetadataSchema = () =>
  z.object({
    client_name: clientNameSchema().default(UNNAMED_CLIENT),
    redirect_uris: z.array(z.string()).min(1).max(REDIRECT_URIS_MAX),
    grant_types: z.array(z.string()).max(10).default(["authorization_code"]),
    response_types: z.array(z.string()).max(10).default(["code"]),
  });

export const clientNameSchema = () =>
  z.string().trim().min(1).max(CLIENT_NAME_MAX).refine(isPlainText, "must be a text on one line");

/** Letters that are not shown, or that turn the direction of a text, could make a name look like another. */
function isPlainText(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}

/** Returns the parameters of a form or query, or undefined if one is sent twice (RFC 6749, 3.1 and 3.2). */
export function parametersOf(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  const parameters = Object.fromEntries(pairs);
  return Object.keys(parameters).length === pairs.length ? parameters : undefined;
}

/** The id of a request for authorization, and the secret of its page or of its code. */
const requestSecret = /^([1-9][0-9]{0,9})\.([A-Za-z0-9_-]{43})$/;

export type RequestSecret = { readonly id: number; readonly secret: string };

export function formatRequestSecret({ id, secret }: RequestSecret): string {
  return `${id}.${secret}`;
}

/** Returns undefined for what is not such a secret. */
export function parseRequestSecret(text: string): RequestSecret | undefined {
  const [, id, secret] = requestSecret.exec(text) ?? [];
  if (id === undefined || secret === undefined || Number(id) > ROW_ID_MAX) return undefined;
  return { id: Number(id), secret };
}

/** The id of a row and two secrets: one that all refresh tokens of a grant share, and one of its own. */
const refreshToken = /^([1-9][0-9]{0,9})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;
export type RefreshToken = { readonly id: number; readonly family: string; readonly secret: string };

export function formatRefreshToken({ id, family, secret }: RefreshToken): string {
  return `${id}.${family}.${secret}`;
}

/** Returns undefined for what is not a refresh token. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const [, id, family, secret] = refreshToken.exec(text) ?? [];
  if (id === undefined || family === undefined || secret === undefined || Number(id) > ROW_ID_MAX) return undefined;
  return { id: Number(id), family, secret };
}
